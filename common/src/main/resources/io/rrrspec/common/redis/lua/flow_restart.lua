--#include flow
-- Puts a task that is executed back, to be executed again later.
-- ARGV: 1 ns, 2 id, 3 the deadline until which it is locked, 4 '1' if that counts as a try, 5 delay in ms
-- Returns 'restart', or 'late'.
local ns, id = ARGV[1], ARGV[2]
if not is_held(ns, id, ARGV[3]) then return 'late' end
redis.call('ZREM', ns .. 'locked', id)
redis.call('ZADD', ns .. 'restart', whole(flow_time() + tonumber(ARGV[5])), id)
redis.call('HSET', ns .. id, 'state', '"restart"', 'retries',
    whole(tonumber(redis.call('HGET', ns .. id, 'retries') or '0') + tonumber(ARGV[4])))
return 'restart'
