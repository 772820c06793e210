--#include flow
-- Ends an operator by the error of something below it. Its command stays locked: what is below it must be cancelled first.
-- ARGV: 1 ns, 2 random text, 3 id, 4 the command, 5 pool, 6 the error as JSON
-- Returns 'end', or 'over': it was over before.
local ns, id = ARGV[1], ARGV[3]
if not redis.call('ZSCORE', ns .. ARGV[5] .. ':commands_locked', ARGV[4]) then return 'over' end
local t = task_fields(ns, id, 'id', 'uid', 'state', 'pool', 'removeDelay', 'parent', 'parent_uid', 'parent_pool')
if not t.state or t.state == FINISHED then return 'over' end
rnd_seed = ARGV[2]
local at = flow_time()
redis.call('SREM', ns .. 'waiting', id)
redis.call('SREM', ns .. 'idle', id)
flow_finish(ns, id, at, t.removeDelay)
redis.call('HSET', ns .. id, 'error', ARGV[6])
tell_parent(ns, t, at, 'error', '{"error":' .. ARGV[6] .. '}')
if sent then flow_wake(ns) end
return 'end'
