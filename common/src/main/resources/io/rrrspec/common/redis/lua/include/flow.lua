-- What the transitions of flows have in common. `ns` is what the names of their keys begin with; a value in the hash of a
-- task is JSON, and so is compared and passed on as the text that it is: '"idle"' is a state, '"abc"' an id.
local CANCELED = '{"code":"CANCELED","name":"Error","message":"idoit error: task canceled"}'
local FINISHED = '"finished"'

-- As the other implementation reckons: rounded, in ms.
local function flow_time()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000 + 0.5)
end

local function whole(number) return string.format('%.0f', number) end

-- The string that a JSON text stands for.
local function plain(json)
  if not string.find(json, '\\', 1, true) and string.sub(json, 1, 1) == '"' then return string.sub(json, 2, -2) end
  return cjson.decode('[' .. json .. ']')[1]
end

-- Fields of a task by name; what is not there is nil.
local function task_fields(ns, id, ...)
  local names, t = {...}, {}
  for i, value in ipairs(redis.call('HMGET', ns .. id, unpack(names))) do
    if value and value ~= 'null' then t[names[i]] = value end
  end
  return t
end

-- No two commands may be the same bytes: the caller brings a random beginning.
local rnd_seed, rnd_made = '', 0
local function command(to, to_uid, kind, data)
  rnd_made = rnd_made + 1
  return '{"to":' .. to .. ',"to_uid":' .. to_uid .. ',"type":"' .. kind .. '"' .. (data and ',"data":' .. data or '') ..
      ',"rnd":"' .. rnd_seed .. string.format('%08d', rnd_made) .. '"}'
end

local sent = false
local function send(ns, pool, at, text)
  redis.call('ZADD', ns .. pool .. ':commands', whole(at), text)
  sent = true
end

-- Tells the parent of a task, if it has one; needs its fields parent, parent_uid and parent_pool.
local function tell_parent(ns, t, at, kind, data)
  if t.parent then
    send(ns, plain(t.parent_pool or '"default"'), at, command(t.parent, t.parent_uid or '""', kind, data))
  end
end

-- When a step of a file began and ended; tasks without a title are nobody's to look at.
local function note_begin(ns, id, at)
  if redis.call('HEXISTS', ns .. id, 'title') == 1 then redis.call('HSETNX', ns .. id, 'began_ms', whole(at)) end
end

-- Ends a task. It is in no other set any more.
local function flow_finish(ns, id, at, remove_delay)
  redis.call('ZADD', ns .. 'finished', whole(at + (tonumber(remove_delay or '') or 259200000)), id)
  redis.call('HSET', ns .. id, 'state', FINISHED)
  if redis.call('HEXISTS', ns .. id, 'title') == 1 then redis.call('HSET', ns .. id, 'ended_ms', whole(at)) end
  redis.call('DEL', ns .. 'count:' .. id)
end

-- Whether a task is still the execution's that calls. It says so by the deadline until which it has locked the task, or by
-- 'run:' and, as JSON, the run that it has begun and that any server watches.
local function is_held(ns, id, by)
  local deadline = redis.call('ZSCORE', ns .. 'locked', id)
  if string.sub(by, 1, 4) == 'run:' then
    return deadline and redis.call('HGET', ns .. id, 'run') == string.sub(by, 5)
  end
  return deadline and tonumber(deadline) == tonumber(by)
end

-- Wakes a server that waits for something to do.
local function flow_wake(ns)
  if redis.call('LLEN', ns .. 'wake') == 0 then
    redis.call('RPUSH', ns .. 'wake', '0')
    redis.call('EXPIRE', ns .. 'wake', 60)
  end
end
