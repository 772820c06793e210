-- Makes a taskset that is not active yet; it lives for a day only.
-- KEYS: 1 taskset
-- ARGV: 1 lifetime in seconds, then fields and values
-- Returns 1.
-- One step: a client that is cut off between the two would leave a key without a lifetime.
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
