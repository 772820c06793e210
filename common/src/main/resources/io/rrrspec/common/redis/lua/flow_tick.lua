--#include flow
-- Looks after what is due: commands and tasks whose holder is dead or late, tasks to be tried again, tasks to be forgotten.
-- ARGV: 1 ns, 2 how many of each, 3… pools
-- Returns how many were due, or -1 if no task is there that is not over.
local ns = ARGV[1]
local at = flow_time()
local due = 0
local function each(key, what)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', whole(at), 'LIMIT', '0', ARGV[2])) do
    redis.call('ZREM', key, member)
    what(member)
    due = due + 1
  end
end
local function to_startable(id)
  local pool = redis.call('HGET', ns .. id, 'pool')
  if pool then
    redis.call('SADD', ns .. plain(pool) .. ':startable', id)
    redis.call('HSET', ns .. id, 'state', '"startable"')
  end
end
for i = 3, #ARGV do
  each(ns .. ARGV[i] .. ':commands_locked', function(text)
    redis.call('ZADD', ns .. ARGV[i] .. ':commands', whole(at), text)
  end)
end
each(ns .. 'locked', to_startable)
each(ns .. 'restart', to_startable)
each(ns .. 'finished', function(id)
  redis.call('DEL', ns .. id, ns .. 'ichunks:' .. id, ns .. 'count:' .. id)
  redis.call('ZREM', ns .. 'roots', id)
end)
if due > 0 then
  flow_wake(ns)
  return due
end
if redis.call('EXISTS', ns .. 'waiting', ns .. 'idle', ns .. 'locked', ns .. 'restart') > 0 then return 0 end
for i = 3, #ARGV do
  local pool = ns .. ARGV[i]
  if redis.call('EXISTS', pool .. ':startable', pool .. ':commands', pool .. ':commands_locked') > 0 then return 0 end
end
return -1
