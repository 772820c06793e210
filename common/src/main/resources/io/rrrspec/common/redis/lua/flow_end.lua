--#include flow
-- Ends the execution of a task: with a result, or with an error after which it may be tried again.
-- ARGV: 1 ns, 2 random text, 3 id, 4 who ends it: is_held, 5 'result' or 'error', 6 which, as JSON ('' for no
--       result), 7 how often it is tried, 8 delay before that in ms
-- Returns 'end', 'restart', or 'late': it is not this execution's any more.
local ns, id = ARGV[1], ARGV[3]
if not is_held(ns, id, ARGV[4]) then return 'late' end
local t = task_fields(ns, id, 'id', 'uid', 'retries', 'total', 'progress', 'removeDelay', 'parent', 'parent_uid', 'parent_pool')
rnd_seed = ARGV[2]
local at = flow_time()
redis.call('ZREM', ns .. 'locked', id)
if ARGV[5] == 'error' and tonumber(t.retries or '0') < tonumber(ARGV[7]) - 1 then
  redis.call('ZADD', ns .. 'restart', whole(at + tonumber(ARGV[8])), id)
  redis.call('HSET', ns .. id, 'state', '"restart"', 'retries', whole(tonumber(t.retries or '0') + 1))
  return 'restart'
end
flow_finish(ns, id, at, t.removeDelay)
if ARGV[5] == 'error' then
  redis.call('HSET', ns .. id, 'error', ARGV[6])
  tell_parent(ns, t, at, 'error', '{"error":' .. ARGV[6] .. '}')
else
  redis.call('HSET', ns .. id, 'progress', t.total or '1')
  if ARGV[6] ~= '' then redis.call('HSET', ns .. id, 'result', ARGV[6]) end
  tell_parent(ns, t, at, 'result', '{"id":' .. t.id .. (ARGV[6] ~= '' and ',"result":' .. ARGV[6] or '') .. '}')
  local more = tonumber(t.total or '1') - tonumber(t.progress or '0')
  if more ~= 0 then tell_parent(ns, t, at, 'progress', whole(more)) end
end
if sent then flow_wake(ns) end
return 'end'
