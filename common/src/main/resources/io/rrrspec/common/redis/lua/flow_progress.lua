--#include flow
-- Adds to the progress of a task, and of all above it.
-- ARGV: 1 ns, 2 random text, 3 id, 4 how much
-- Returns {id, uid, total, progress}, or nothing if there is no such task.
local ns, id = ARGV[1], ARGV[3]
if redis.call('EXISTS', ns .. id) == 0 then return {} end
rnd_seed = ARGV[2]
redis.call('HINCRBY', ns .. id, 'progress', ARGV[4])
local t = task_fields(ns, id, 'id', 'uid', 'total', 'progress', 'parent', 'parent_uid', 'parent_pool')
tell_parent(ns, t, flow_time(), 'progress', ARGV[4])
if sent then flow_wake(ns) end
return {t.id, t.uid, t.total or '0', t.progress}
