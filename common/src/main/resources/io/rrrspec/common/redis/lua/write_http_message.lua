-- Writes the HTTP request of a task, or the answer to it.
-- KEYS: 1 request or answer
-- ARGV: 1 lifetime in s, then fields and their values
-- Returns 1. A repeat writes the same.
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
