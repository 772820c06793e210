--#include flow
-- Ends the execution of a task: with a result, or with an error after which it may be tried again.
-- ARGV: 1 ns, 2 random text, 3 id, 4 who ends it: is_held, 5 'result' or 'error', 6 which, as JSON ('' for no
--       result), 7 how often it is tried, 8 delay before that in ms, 9 'goes on' if an error is not the parent's, 'cached' if its
--       run was given the result, or ''
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
end
if ARGV[5] == 'error' and ARGV[9] ~= 'goes on' then
  tell_parent(ns, t, at, 'error', '{"error":' .. ARGV[6] .. '}')
else
  local result = ''
  if ARGV[5] == 'error' then
    -- In this script, which ends the task once: so it is counted once. The parent may be gone, or another one of its id.
    local parent = ns .. plain(t.parent or '""')
    if t.parent and redis.call('HGET', parent, 'uid') == t.parent_uid then redis.call('HINCRBY', parent, 'red', 1) end
  elseif ARGV[6] ~= '' then
    redis.call('HSET', ns .. id, 'result', ARGV[6])
    if ARGV[9] == 'cached' then redis.call('HSET', ns .. id, 'cached', 'true') end
    result = ',"result":' .. ARGV[6]
  end
  redis.call('HSET', ns .. id, 'progress', t.total or '1')
  tell_parent(ns, t, at, 'result', '{"id":' .. t.id .. result .. '}')
  local more = tonumber(t.total or '1') - tonumber(t.progress or '0')
  if more ~= 0 then tell_parent(ns, t, at, 'progress', whole(more)) end
end
if sent then flow_wake(ns) end
return 'end'
