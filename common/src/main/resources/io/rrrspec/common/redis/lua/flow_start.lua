--#include flow
--#include flow_add
-- Starts a task with everything below it, now or later.
-- ARGV: 1 ns, 2 random text, 3 delay in ms, 4 its id, 5 its id and 6 uid as JSON, 7 pool, 8 how many tasks flow_write has
--       written, 9… their ids, then the other tasks, it first
-- Returns 'started'; 'same': a task of this id is not finished, or was to be started once, and is the one; 'lost': not all that was written is still there.
local ns, id = ARGV[1], ARGV[4]
local state = redis.call('HGET', ns .. id, 'state')
-- Also if it is called again because the answer was lost.
if state and (state ~= FINISHED or redis.call('HEXISTS', ns .. id, 'once') == 1) then return 'same' end
local written = tonumber(ARGV[8])
for i = 9, 8 + written do
  if redis.call('PERSIST', ns .. ARGV[i]) == 0 then
    for k = 9, i do redis.call('EXPIRE', ns .. ARGV[k], 60) end
    return 'lost'
  end
end
if state then
  redis.call('ZREM', ns .. 'finished', id)
  redis.call('DEL', ns .. id, ns .. 'ichunks:' .. id, ns .. 'count:' .. id)
end
for i = 9, 8 + written, 1000 do
  redis.call('SADD', ns .. 'waiting', unpack(ARGV, i, math.min(i + 999, 8 + written)))
end
rnd_seed = ARGV[2]
add_tasks(ns, ARGV, 9 + written)
if redis.call('HEXISTS', ns .. id, 'title') == 1 then redis.call('ZADD', ns .. 'roots', whole(flow_time()), id) end
send(ns, ARGV[7], flow_time() + tonumber(ARGV[3]), command(ARGV[5], ARGV[6], 'activate'))
flow_wake(ns)
return 'started'
