--#include flow
--#include flow_add
-- Starts a task with everything below it, now or later.
-- ARGV: 1 ns, 2 random text, 3 delay in ms, 4 its id, 5 its id and 6 uid as JSON, 7 pool, 8… the tasks, it first
-- Returns 'started', or 'same': a task of this id is not finished, and is the one.
local ns, id = ARGV[1], ARGV[4]
local state = redis.call('HGET', ns .. id, 'state')
if state then
  -- Also if it is called again because the answer was lost.
  if state ~= FINISHED then return 'same' end
  redis.call('ZREM', ns .. 'finished', id)
  redis.call('DEL', ns .. id, ns .. 'ichunks:' .. id, ns .. 'count:' .. id)
end
rnd_seed = ARGV[2]
add_tasks(ns, ARGV, 8)
if redis.call('HEXISTS', ns .. id, 'title') == 1 then redis.call('ZADD', ns .. 'roots', whole(flow_time()), id) end
send(ns, ARGV[7], flow_time() + tonumber(ARGV[3]), command(ARGV[5], ARGV[6], 'activate'))
flow_wake(ns)
return 'started'
