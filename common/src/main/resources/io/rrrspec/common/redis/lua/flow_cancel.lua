--#include flow
-- Ends tasks that nobody wants any more, whatever they do.
-- ARGV: 1 ns, 2… ids
-- Returns id and uid of each that is over by that, as JSON.
local ns = ARGV[1]
local at = flow_time()
local answer = {}
for i = 2, #ARGV do
  local id = ARGV[i]
  local t = task_fields(ns, id, 'id', 'uid', 'state', 'pool', 'removeDelay')
  if t.state and t.state ~= FINISHED then
    redis.call('SREM', ns .. 'waiting', id)
    redis.call('SREM', ns .. 'idle', id)
    redis.call('SREM', ns .. plain(t.pool or '"default"') .. ':startable', id)
    redis.call('ZREM', ns .. 'locked', id)
    redis.call('ZREM', ns .. 'restart', id)
    flow_finish(ns, id, at, t.removeDelay)
    redis.call('HSET', ns .. id, 'error', CANCELED)
    table.insert(answer, t.id)
    table.insert(answer, t.uid)
  end
end
return answer
