--#include flow
--#include flow_add
-- Takes the answer of an iterator, if its state is still the one for which it answered.
-- ARGV: 1 ns, 2 random text, 3 id, 4 the command, 5 pool, 6 'more', 'nothing', 'end' or 'retry', 7 user_data that was read, then
--       for 'more' 8 the new one, 9 how many children, 10… their tasks, those of the children first
--       for 'retry' 8 delay in ms
-- Returns 'more', 'nothing', 'end', 'retry', or 'late' (the command was another server's, or the state has changed).
local ns, id, text = ARGV[1], ARGV[3], ARGV[4]
if redis.call('ZREM', ns .. ARGV[5] .. ':commands_locked', text) == 0 then return 'late' end
local t = task_fields(ns, id, 'id', 'uid', 'state', 'user_data', 'children_created', 'children_finished', 'total', 'removeDelay',
    'retries', 'parent', 'parent_uid', 'parent_pool')
if t.state ~= '"idle"' then return 'late' end
rnd_seed = ARGV[2]
local at = flow_time()
if ARGV[6] == 'retry' then
  redis.call('HSET', ns .. id, 'retries', whole(tonumber(t.retries or '0') + 1))
  redis.call('ZADD', ns .. ARGV[5] .. ':commands', whole(at + tonumber(ARGV[8])), text)
  return 'retry'
end
if ARGV[6] == 'nothing' then return 'nothing' end
if ARGV[6] == 'end' then
  -- While children are not finished the end of the last one asks again.
  if tonumber(t.children_finished or '0') < tonumber(t.children_created or '0') then return 'nothing' end
  redis.call('SREM', ns .. 'idle', id)
  flow_finish(ns, id, at, t.removeDelay)
  redis.call('HSET', ns .. id, 'progress', t.total or '1')
  tell_parent(ns, t, at, 'result', '{"id":' .. t.id .. '}')
  flow_wake(ns)
  return 'end'
end
if t.user_data ~= ARGV[7] then return 'late' end
redis.call('HINCRBY', ns .. id, 'children_created', ARGV[9])
redis.call('HSET', ns .. id, 'user_data', ARGV[8])
add_tasks(ns, ARGV, 10)
local newest = cjson.decode(redis.call('HGET', ns .. id, 'newest') or '[]')
for i = 10, 9 + tonumber(ARGV[9]) do
  local child = cjson.decode(ARGV[i])[1]
  newest[#newest + 1] = child
  local c = task_fields(ns, child, 'id', 'uid', 'pool')
  redis.call('SADD', ns .. 'ichunks:' .. id, child)
  send(ns, plain(c.pool), at, command(c.id, c.uid, 'activate'))
end
-- Who looks at a step of a file sees its newest children, also finished ones; other iterators are nobody's to look at.
if redis.call('HEXISTS', ns .. id, 'title') == 1 then
  redis.call('HSET', ns .. id, 'newest', cjson.encode({unpack(newest, math.max(1, #newest - 19))}))
end
flow_wake(ns)
return 'more'
