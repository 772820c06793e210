--#include flow
-- Carries out commands that are due. What a server must do itself is locked and handed out.
-- ARGV: 1 ns, 2 pool, 3 random text, 4 how many, 5 for how long what is handed out is locked, in ms, 6… names of types as JSON,
--       each followed by its kind: task, chain, group, sequence or iterator
-- Returns a list of lists: {'done', how many}, then {'end', id, uid}, {'progress', id, uid, total, progress}, {'iterate',
-- 'error', 'failed', 'skip' or 'orphan', command, id}, {'bad', command}.
local ns, pool = ARGV[1], ARGV[2]
local commands, locked = ns .. pool .. ':commands', ns .. pool .. ':commands_locked'
local kinds = {}
for i = 6, #ARGV, 2 do kinds[ARGV[i]] = ARGV[i + 1] end
rnd_seed = ARGV[3]
local at = flow_time()
local answers, progressed = {}, {}

-- {to, to_uid, type, data}, all but the type as JSON. The format is given: a quote inside of a string has a backslash before it,
-- so that what is searched for is found where it belongs.
local function parse(text)
  local uid = string.find(text, ',"to_uid":', 1, true)
  local kind = uid and string.find(text, ',"type":"', uid, true)
  local rnd = kind and string.find(text, ',"rnd":"[^"]*"}$')
  if not rnd or string.sub(text, 1, 6) ~= '{"to":' then return nil end
  local c = {to = string.sub(text, 7, uid - 1), to_uid = string.sub(text, uid + 10, kind - 1)}
  local quote = string.find(text, '"', kind + 9, true)
  c.type = string.sub(text, kind + 9, quote - 1)
  if string.sub(text, quote + 1, quote + 8) == ',"data":' then c.data = string.sub(text, quote + 9, rnd - 1) end
  return c
end

-- Of {"id":…,"result":…} as JSON; a result that is not there is nil.
local function result_of(data)
  local from = string.find(data, '","result":', 1, true)
  if not from then return string.sub(data, 7, -2), nil end
  return string.sub(data, 7, from), string.sub(data, from + 11, -2)
end

local function ended(t) table.insert(answers, {'end', t.id or '""', t.uid or '""'}) end

local function activate_child(child)
  local t = task_fields(ns, child, 'id', 'uid', 'pool')
  if t.uid then send(ns, plain(t.pool or '"default"'), at, command(t.id, t.uid, 'activate')) end
end

-- The same for many, with few calls.
local function activate_children(children)
  local batches = {}
  for _, child in ipairs(children) do
    local t = redis.call('HMGET', ns .. child, 'id', 'uid', 'pool')
    if t[2] then
      local of = t[3] or '"default"'
      local batch = batches[of] or {'ZADD', ns .. plain(of) .. ':commands'}
      batches[of] = batch
      batch[#batch + 1] = whole(at)
      batch[#batch + 1] = command(t[1], t[2], 'activate')
      if #batch > 1000 then
        redis.call(unpack(batch))
        batches[of] = nil
      end
    end
  end
  for _, batch in pairs(batches) do redis.call(unpack(batch)) end
end

local function to_idle(id)
  redis.call('SREM', ns .. 'waiting', id)
  redis.call('SADD', ns .. 'idle', id)
  redis.call('HSET', ns .. id, 'state', '"idle"')
  note_begin(ns, id, at)
end

-- An operator is done: with its result as JSON, or nil.
local function finish_operator(id, t, result)
  redis.call('SREM', ns .. 'idle', id)
  flow_finish(ns, id, at, t.removeDelay)
  redis.call('HSET', ns .. id, 'progress', t.total or '0')
  if result then redis.call('HSET', ns .. id, 'result', result) end
  tell_parent(ns, t, at, 'result', '{"id":' .. t.id .. (result and ',"result":' .. result or '') .. '}')
  ended(t)
end

-- How many children a group or a chain has: counted once.
local function child_count(id)
  local key = ns .. 'count:' .. id
  local count = redis.call('GET', key)
  if not count then
    count = whole(#cjson.decode(redis.call('HGET', ns .. id, 'children') or '[]'))
    redis.call('SET', key, count, 'PX', '86400000')
  end
  return tonumber(count)
end

local OPERATOR = {'id', 'uid', 'total', 'removeDelay', 'parent', 'parent_uid', 'parent_pool'}

local function check_group(id)
  local t = task_fields(ns, id, unpack(OPERATOR))
  local results = {}
  for i, child in ipairs(cjson.decode(redis.call('HGET', ns .. id, 'children') or '[]')) do
    local r = redis.call('HMGET', ns .. child, 'id', 'result')
    if not r[1] then
      local text = 'Group error: terminating task because children deleted'
      local err = '{"name":"Error","message":"' .. text .. '"}'
      redis.call('SREM', ns .. 'idle', id)
      flow_finish(ns, id, at, t.removeDelay)
      redis.call('HSET', ns .. id, 'error', err)
      tell_parent(ns, t, at, 'error', '{"error":' .. err .. '}')
      return ended(t)
    end
    results[i] = r[2] or 'null'
  end
  finish_operator(id, t, '[' .. table.concat(results, ',') .. ']')
end

-- Passes a result on to the child that follows, unless it is falsy to the other implementation.
local function pass_on(result, child)
  if result and result ~= 'null' and result ~= 'false' and result ~= '0' and result ~= '""' then
    local args = redis.call('HGET', ns .. child, 'args')
    if args then
      args = string.sub(args, 1, -2)
      redis.call('HSET', ns .. child, 'args', args .. (args == '[' and '' or ',') .. result .. ']')
    end
  end
end

-- A sequence is a chain that goes on with some of its children after a failure. A child that is passed over counts as finished.
-- Returns whether another child runs.
local function go_on(id, failed, result)
  local children = cjson.decode(redis.call('HGET', ns .. id, 'children') or '[]')
  for i = tonumber(redis.call('HGET', ns .. id, 'children_finished') or '0') + 2, #children do
    local after = redis.call('HGET', ns .. children[i], 'when')
    if failed and after or not failed and after ~= '"failed"' then
      redis.call('HSET', ns .. id, 'children_finished', whole(i - 1))
      pass_on(result, children[i])
      activate_child(children[i])
      return true
    end
  end
  redis.call('HSET', ns .. id, 'children_finished', whole(#children))
  return false
end

local on = {}

function on.activate(c, id, kind, t)
  if t.state ~= '"waiting"' then return end
  if kind == 'task' then
    redis.call('SREM', ns .. 'waiting', id)
    redis.call('SADD', ns .. plain(t.pool or '"default"') .. ':startable', id)
    redis.call('HSET', ns .. id, 'state', '"startable"')
    return
  end
  if t.parent then
    local above = redis.call('HGET', ns .. plain(t.parent), 'state')
    if not above or above == FINISHED then return 'orphan' end
  end
  to_idle(id)
  if kind == 'iterator' then
    send(ns, pool, at, command(c.to, c.to_uid, 'iterate'))
    return
  end
  local children = cjson.decode(redis.call('HGET', ns .. id, 'children') or '[]')
  activate_children(kind == 'group' and children or {children[1]})
end

function on.result(c, id, kind, t)
  -- A server may have died while it cancelled the children that were passed over.
  if kind == 'sequence' and t.state == FINISHED then return 'skip' end
  if t.state ~= '"idle"' then return end
  local child, result = result_of(c.data or '{"id":""}')
  if kind == 'iterator' then
    redis.call('SREM', ns .. 'ichunks:' .. id, plain(child))
    redis.call('HINCRBY', ns .. id, 'children_finished', 1)
    send(ns, pool, at, command(c.to, c.to_uid, 'iterate'))
    return
  end
  if kind == 'sequence' then
    local failed = redis.call('HGET', ns .. id, 'failed')
    if go_on(id, failed, result) then return end
    if failed then return 'failed' end
    finish_operator(id, task_fields(ns, id, unpack(OPERATOR)), result)
    return 'skip'
  end
  local finished = redis.call('HINCRBY', ns .. id, 'children_finished', 1)
  local all = child_count(id)
  if kind == 'group' then
    if finished >= all then check_group(id) end
  elseif finished >= all then
    finish_operator(id, task_fields(ns, id, unpack(OPERATOR)), result)
  elseif kind == 'chain' then
    local following = cjson.decode(redis.call('HGET', ns .. id, 'children'))[finished + 1]
    pass_on(result, following)
    activate_child(following)
  end
end

function on.group_check(c, id, kind, t)
  if t.state ~= '"idle"' or kind ~= 'group' then return end
  if tonumber(redis.call('HGET', ns .. id, 'children_finished') or '0') >= child_count(id) then check_group(id) end
end

function on.progress(c, id, kind, t)
  local data = c.data or '0'
  if t.state ~= FINISHED then
    redis.call('HINCRBY', ns .. id, 'progress', data)
    progressed[id] = true
  end
  tell_parent(ns, task_fields(ns, id, 'parent', 'parent_uid', 'parent_pool'), at, 'progress', data)
end

function on.iterate(c, id, kind, t)
  if t.state == '"idle"' and kind == 'iterator' then return 'iterate' end
end

-- Also of one that is finished: a server may have died while it cancelled what is below it.
function on.error(c, id, kind, t)
  if kind ~= 'sequence' or t.state ~= '"idle"' then return 'error' end
  redis.call('HSETNX', ns .. id, 'failed', string.match(c.data or '', '^{"error":(.*)}$') or CANCELED)
  if not go_on(id, true, nil) then return 'failed' end
end

-- What is in Redis may be anybody's: one command that cannot be read must not keep all others.
local function addressee(c)
  local id = plain(c.to)
  return id, task_fields(ns, id, 'name', 'uid', 'state', 'pool', 'parent')
end

local done, offset = 0, 0
while done < tonumber(ARGV[4]) and offset < 10000 do
  local due = redis.call('ZRANGEBYSCORE', commands, '-inf', whole(at), 'LIMIT', whole(offset), '100')
  if #due == 0 then break end
  for _, text in ipairs(due) do
    local c = parse(text)
    local readable, id, t = false, nil, nil
    if c then readable, id, t = pcall(addressee, c) end
    if not readable then c, t = nil, nil end
    local kind = t and t.name and kinds[t.name]
    if t and t.name and not kind then
      -- For a server that knows this type.
      offset = offset + 1
    else
      done = done + 1
      redis.call('ZREM', commands, text)
      local what
      if not c then
        table.insert(answers, {'bad', text})
      elseif kind and t.uid == c.to_uid and on[c.type] then
        local ok, answer = pcall(on[c.type], c, id, kind, t)
        if ok then what = answer else table.insert(answers, {'bad', text}) end
      end
      -- Else its task has been forgotten, or this is of an earlier life of the id.
      if what then
        redis.call('ZADD', locked, whole(at + tonumber(ARGV[5])), text)
        table.insert(answers, {what, text, id})
      end
    end
  end
end
for id in pairs(progressed) do
  local t = task_fields(ns, id, 'id', 'uid', 'total', 'progress')
  table.insert(answers, {'progress', t.id or '""', t.uid or '""', t.total or '0', t.progress or '0'})
end
table.insert(answers, 1, {'done', whole(done)})
return answers
