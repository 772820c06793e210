-- Gives a run that was set aside back to the persisters.
-- KEYS: 1 the runs that are set aside, 2 why, by run, 3 queue of the persisters
-- ARGV: 1 the taskset
-- Returns 1; 0 if it is not set aside, or no longer.
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('RPUSH', KEYS[3], ARGV[1])
return 1
