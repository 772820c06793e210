--#include starts
-- Resources: a task may need some by name, and at most so many trials hold one at once (docs/resources.md). The field
-- resources of the taskset says how many, and among which trials they count: those of a worker, of the taskset ('run'), or
-- of all tasksets ('fleet'). The host itself is one, too ('host'), for what is isolated: no other trial of the taskset runs
-- there, and no JVM starts, while a trial holds it. A hash has the trials that were given a resource, a line each; whether one still holds it only
-- the trial and its slave say, so nothing has to be given back, and nothing can leak.
local resource_rules = {}
local function rules_of(taskset)
  if not resource_rules[taskset] then
    local text = field(taskset, 'resources')
    local fine, read = pcall(cjson.decode, text == '' and '{}' or text)
    resource_rules[taskset] = fine and type(read) == 'table' and read or {}
  end
  return resource_rules[taskset]
end
-- The rule for a resource; nil if there is none: then it is not limited.
local function rule_of(taskset, name)
  local rule = rules_of(taskset)[name]
  return type(rule) == 'table' and tonumber(rule.limit) and rule or nil
end
-- The hash and its field that have the trials which were given a resource.
local function holders_of(taskset, rule, name, worker)
  if rule.per == 'fleet' then return string.match(taskset, '^(.-):taskset:') .. ':resource_holders', name end
  local place = rule.per == 'worker' and worker or rule.per == 'host' and field(worker, 'host') or ''
  return taskset .. ':resource_holders', place == '' and name or name .. '\t' .. place
end
-- Whether a trial still holds what it was given.
local function holds(trial)
  -- pcall: what is no trial holds nothing.
  local t = redis.pcall('HMGET', trial, 'status', 'slave')
  local slave = not t.err and t[2] or ''
  if slave == '' then return false end
  local s = redis.call('HMGET', slave, 'open_trial', 'status')
  local taskset = string.match(trial, '^(.-:taskset:[^:]+):') or ''
  if t[1] == 'timeout' then
    -- Its JVM still runs the test until it has ended. A slave that asks for the next task, or waits, has not been ended.
    return (s[2] or '') == '' and redis.call('LINDEX', slave .. ':trial', -1) == trial
        and redis.call('SISMEMBER', taskset .. ':waiting', slave) == 0
  end
  if (t[1] or '') ~= '' or s[1] ~= trial then return false end
  -- After the end of a taskset nobody closes its trials: its worker ends the slaves, and leaves.
  return field(taskset, 'status') == 'running' or field(worker_of(slave), 'taskset') == taskset
end
-- but: a slave that asks, and so runs nothing
local function holding(hash, name, but)
  local trials = {}
  for trial in string.gmatch(field(hash, name), '[^\n]+') do
    if field(trial, 'slave') ~= but and holds(trial) then trials[#trials + 1] = trial end
  end
  return trials
end
-- The resource that is a host; nil if the taskset has none.
local function host_resource(taskset)
  for name, rule in pairs(rules_of(taskset)) do
    if type(rule) == 'table' and rule.per == 'host' then return name end
  end
  return nil
end
-- Whether a list of resources, with commas between them, has the host among them.
local function needs_host(taskset, names)
  local host = host_resource(taskset)
  return host ~= nil and string.find(',' .. names .. ',', ',' .. host .. ',', 1, true) ~= nil
end
-- Whether a trial of another slave has the host of a worker to itself.
local function host_is_held(taskset, worker, but)
  local name = host_resource(taskset)
  if not name then return false end
  local hash, place = holders_of(taskset, {per = 'host'}, name, worker)
  return #holding(hash, place, but) > 0
end
-- Whether no other slave of the taskset runs anything on the host of a worker, and no JVM starts there.
local function host_is_free(taskset, worker, but)
  local host = field(worker, 'host')
  -- The last ones: those before them have ended long ago.
  for _, slave in ipairs(redis.call('LRANGE', taskset .. ':slave', -500, -1)) do
    -- pcall: what is no slave at all runs nothing.
    local s = redis.pcall('HMGET', slave, 'host', 'status')
    if slave ~= but and not s.err and s[1] == host and (s[2] or '') == '' then
      local last = redis.call('LINDEX', slave .. ':trial', -1)
      if last and holds(last) then return false end
    end
  end
  return starts_on(taskset, host) == 0
end
-- How many tasks of task_queue need their host to themselves.
local function queued_for_hosts(taskset)
  local queued = 0
  if not host_resource(taskset) then return queued end
  for _, lane in ipairs(redis.call('HKEYS', taskset .. ':lanes')) do
    if needs_host(taskset, string.match(lane, '^[^:]*')) then
      queued = queued + redis.call('LLEN', taskset .. ':lane:' .. lane)
    end
  end
  return queued
end
local free_now = {}
-- How many more trials of a worker may be given a resource; below 1: none.
local function free_of(taskset, name, worker, but)
  local rule = rule_of(taskset, name)
  if not rule then return 1000000 end
  if not free_now[name] then
    local hash, place = holders_of(taskset, rule, name, worker)
    free_now[name] = tonumber(rule.limit) - #holding(hash, place, but)
    if rule.per == 'host' and free_now[name] > 0 and not host_is_free(taskset, worker, but) then free_now[name] = 0 end
    if free_now[name] <= 0 and rule.per == 'fleet' then
      -- So that slaves of this taskset are told when another one gives it back.
      local waiting = string.match(taskset, '^(.-):taskset:') .. ':resource_waiting'
      redis.call('SADD', waiting, taskset)
      redis.call('EXPIRE', waiting, 86400)
    end
  end
  return free_now[name]
end
-- How many tasks that need these resources may begin, 0 or more.
-- names: with commas between them
local function room_for(taskset, names, worker, but)
  local room = 1000000
  for name in string.gmatch(names, '[^,]+') do
    room = math.min(room, free_of(taskset, name, worker, but))
  end
  return math.max(0, room)
end
-- What the next trial of a task needs, with commas between the names. A probe needs what the classes need that it runs
-- before its own; of a probe 'beside' its companion runs these.
local function needed(taskset, task, companion)
  local t = redis.call('HMGET', task, 'resources', 'probe', 'probe_after')
  local names = companion and '' or t[1] or ''
  if (t[2] or '') ~= '' and (t[2] ~= 'beside' or companion) then
    local seen = {}
    for name in string.gmatch(names, '[^,]+') do seen[name] = true end
    for before in string.gmatch(t[3] or '', '[^\n]+') do
      for name in string.gmatch(field(taskset .. ':task:' .. before, 'resources'), '[^,]+') do
        if not seen[name] then
          seen[name] = true
          names = names .. ',' .. name
        end
      end
    end
  end
  return names
end
-- Gives a trial what it needs.
local function give_resources(taskset, names, trial, worker)
  for name in string.gmatch(names, '[^,]+') do
    local rule = rule_of(taskset, name)
    if rule then
      local hash, place = holders_of(taskset, rule, name, worker)
      local trials = holding(hash, place, '')
      trials[#trials + 1] = trial
      redis.call('HSET', hash, place, table.concat(trials, '\n'))
      -- Longer than any trial.
      if rule.per == 'fleet' then redis.call('EXPIRE', hash, 604800) end
    end
  end
  free_now = {}
end
