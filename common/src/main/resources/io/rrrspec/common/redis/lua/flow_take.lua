--#include flow
-- Locks tasks that can start, for one server.
-- ARGV: 1 ns, 2 pool, 3 how many, 4… names of types as JSON, each followed by its time-out in ms
-- Returns a list of lists: {'run', id, deadline, fields with their values…}, or {'end', id, uid} of a task that nobody wants any
-- more, since its parent is over.
local ns, pool = ARGV[1], ARGV[2]
local startable = ns .. pool .. ':startable'
local limits = {}
for i = 4, #ARGV, 2 do limits[ARGV[i]] = tonumber(ARGV[i + 1]) end
local at = flow_time()
local answers, taken = {}, 0

local function take(id)
  local t = task_fields(ns, id, 'name', 'state', 'parent', 'removeDelay', 'id', 'uid', 'timeout')
  if t.state ~= '"startable"' then
    redis.call('SREM', startable, id)
  elseif limits[t.name] then
    local above = t.parent and (redis.call('HGET', ns .. plain(t.parent), 'state') or FINISHED)
    redis.call('SREM', startable, id)
    if above == FINISHED then
      flow_finish(ns, id, at, t.removeDelay)
      redis.call('HSET', ns .. id, 'error', CANCELED)
      table.insert(answers, {'end', t.id, t.uid})
    else
      taken = taken + 1
      local deadline = whole(at + (tonumber(t.timeout or '') or limits[t.name]))
      redis.call('ZADD', ns .. 'locked', deadline, id)
      redis.call('HSET', ns .. id, 'state', '"locked"')
      note_begin(ns, id, at)
      table.insert(answers, {'run', id, deadline, unpack(redis.call('HGETALL', ns .. id))})
    end
  end
end

for _, id in ipairs(redis.call('SRANDMEMBER', startable, whole(2 * tonumber(ARGV[3]) + 10))) do
  if taken >= tonumber(ARGV[3]) then break end
  -- What is in Redis may be anybody's: one task that cannot be read must not keep all others.
  if not pcall(take, id) then redis.call('SREM', startable, id) end
end
return answers
