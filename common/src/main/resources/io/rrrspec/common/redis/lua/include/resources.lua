-- Resources: a task may need some by name, and at most so many trials hold one at once (docs/resources.md). The field
-- resources of the taskset says how many, and among which trials they count: those of a worker, of the taskset ('run'), or
-- of all tasksets ('fleet'). A hash has the trials that were given a resource, a line each; whether one still holds it only
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
  return taskset .. ':resource_holders', rule.per == 'worker' and name .. '\t' .. worker or name
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
local free_now = {}
-- How many more trials of a worker may be given a resource; below 1: none.
local function free_of(taskset, name, worker, but)
  local rule = rule_of(taskset, name)
  if not rule then return 1000000 end
  if not free_now[name] then
    local hash, place = holders_of(taskset, rule, name, worker)
    free_now[name] = tonumber(rule.limit) - #holding(hash, place, but)
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
