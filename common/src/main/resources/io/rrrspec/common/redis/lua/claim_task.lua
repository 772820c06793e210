--#include clock
--#include field
--#include wake
--#include health
--#include stopped
-- A slave asks for a task.
-- KEYS: 1 taskset, 2 slave
-- ARGV: 1 UUID for the trial, 2 life of the slave
-- Returns {'task', trial, task, spec_file, estimate_ms, how many other trials the task has, the classes to run before it,
-- a line each}, {'wait', seconds at most ('' for any)}, {'pause', seconds}
-- (its worker gets nothing for now), {'fresh'} (only a new JVM should take what is left), {'over'} or {'gone'} (this
-- slave, or its worker, was given up).
local taskset, slave = KEYS[1], KEYS[2]
local s = redis.call('HMGET', slave, 'life', 'status', 'open_trial', 'trials_before')
if s[1] ~= ARGV[2] or (s[2] and s[2] ~= '') then return {'gone'} end
local own_worker = worker_of(slave)
if redis.call('EXISTS', own_worker .. ':heartbeat') == 0 then return {'gone'} end
local of_taskset = redis.call('HMGET', taskset, 'status', 'doubts')
if of_taskset[1] ~= 'running' then return {'over'} end
local doubts = (of_taskset[2] or '') ~= ''
if doubts and restraint(taskset, own_worker, 0) == 'off' then return {'gone'} end

local function answer(trial, task, after)
  local t = redis.call('HMGET', task, 'spec_file', 'estimate_ms', 'estimate_sec')
  local ms = t[2]
  if not tonumber(ms or '') then
    ms = tonumber(t[3] or '') and string.format('%.0f', tonumber(t[3]) * 1000) or ''
  end
  local others = redis.call('LLEN', task .. ':trial') - 1
  return {'task', trial, task, t[1] or '', ms, string.format('%.0f', others), after}
end

-- The lease is the open trial: a slave whose answer was lost gets the same one again, never a second.
if s[3] and s[3] ~= '' then
  local open = redis.call('HMGET', s[3], 'task', 'status', 'after')
  if open[1] and (not open[2] or open[2] == '') then return answer(s[3], open[1], open[3] or '') end
  redis.call('HDEL', slave, 'open_trial')
end

-- The end wakes it.
if stopped(taskset) then
  redis.pcall('SADD', taskset .. ':waiting', slave)
  return {'wait', ''}
end

local at, ms = clock()
if doubts and restraint(taskset, own_worker, ms) == 'paused' then
  -- The token that woke it was meant for somebody else.
  redis.call('SREM', taskset .. ':waiting', slave)
  wake(taskset, redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry'))
  return {'pause', '1'}
end
local function take(task)
  local trial = task .. ':trial:' .. ARGV[1]
  redis.call('HSET', trial, 'task', task, 'slave', slave, 'started_at', at .. ' UTC', 'started_ms', ms)
  redis.call('RPUSH', task .. ':trial', trial)
  redis.call('RPUSH', slave .. ':trial', trial)
  redis.call('HSET', slave, 'open_trial', trial)
  -- pcall: without a list of who waits, slaves are woken late, and that is all.
  redis.pcall('SREM', taskset .. ':waiting', slave)
  local probe = redis.call('HMGET', task, 'probe', 'probe_after')
  if (probe[1] or '') == '' then return answer(trial, task, '') end
  redis.call('HSET', trial, 'probe', probe[1], 'after', probe[2] or '')
  redis.call('HSET', task, 'probe_worker', own_worker)
  return answer(trial, task, probe[2] or '')
end
local function decided(task)
  -- What is no task at all, somebody's garbage in the queue, is dropped like one that is decided.
  local t = redis.pcall('HMGET', task, 'status', 'taskset', 'not_after')
  return t.err ~= nil or (t[1] or '') ~= '' or (t[2] or '') == '', t[3] or ''
end
-- Which slaves have tried the task, and on which workers. A trial that was lost told nothing about its worker.
local function tried(task)
  local slaves, on = {}, {}
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local t = redis.call('HMGET', trial, 'slave', 'lost')
    local by = t[1] or ''
    slaves[by] = true
    if t[2] ~= '1' then on[worker_of(by)] = true end
  end
  return slaves, on
end

-- Retries first, and elsewhere: on another worker, else in another slave, else in a fresh JVM. What this slave may not
-- take yet it may after two seconds, or as soon as nobody is there for whom it is left.
local others = nil
-- The live slaves of ours but this one, with their workers; looked up only when a retry was tried here.
local function live_others()
  if others then return others end
  others = {}
  local beats = {}
  -- The last ones: those before them have ended long ago.
  for _, other in ipairs(redis.call('LRANGE', taskset .. ':slave', -500, -1)) do
    if other ~= slave then
      -- pcall: what is no slave at all takes nothing.
      local o = redis.pcall('HMGET', other, 'life', 'status')
      if not o.err and (o[1] or '') ~= '' and (o[2] or '') == '' then
        local worker = worker_of(other)
        if worker ~= '' and beats[worker] == nil then
          beats[worker] = redis.call('EXISTS', worker .. ':heartbeat') == 1
              and not (doubts and restraint(taskset, worker, ms) ~= '')
        end
        if beats[worker] then others[other] = worker end
      end
    end
  end
  return others
end
-- Whether somebody comes first for whom the task is left: a slave that has not tried it, or only one whose worker has
-- not tried it either.
local function left_for_another(slaves, on, elsewhere)
  for other, worker in pairs(live_others()) do
    if not slaves[other] and not (elsewhere and on[worker]) then return true end
  end
  return false
end
local fresh, kept = false, ''
-- The task for which this slave is to end, so that a fresh JVM comes.
local wanted = ''
local ran = nil
-- What this JVM has run; looked up only when it matters.
local function has_run()
  if ran then return ran end
  ran = {count = 0}
  for _, trial in ipairs(redis.call('LRANGE', slave .. ':trial', tonumber(s[4] or '') or 0, -1)) do
    ran.count = ran.count + 1
    ran[string.match(trial, '^.-:taskset:[^:]+:task:(.*):trial:[^:]+$') or ''] = true
    for name in string.gmatch(field(trial, 'after'), '[^\n]+') do ran[name] = true end
  end
  return ran
end
-- Whether all classes of a set that makes the task fail have run here; not_after has a set a line, with '?' in it if it
-- is not confirmed.
local function spoilt(not_after)
  for line in string.gmatch(not_after, '[^\n]+') do
    local all = string.sub(line, 1, 2) ~= '?\t'
    for name in string.gmatch(line, '[^\t]+') do all = all and has_run()[name] == true end
    if all then return true end
  end
  return false
end
-- Leaves a task to a fresh JVM. One slave ends for that, and no other one until the new JVM must have come.
local function leave_to_fresh(task)
  if wanted == '' and tonumber(ms) - (tonumber(field(task, 'fresh_asked_ms')) or 0) > 5000 then
    fresh = true
    wanted = task
  end
  kept = '2'
  return 'keep'
end
-- A probe runs in a JVM that has run nothing, on the worker of the first one: on another worker the same classes may
-- fail for another reason. If that worker is gone, all begins again.
local function visit_probe(task)
  local worker = field(task, 'probe_worker')
  if worker ~= '' and worker ~= own_worker then
    if redis.call('EXISTS', worker .. ':heartbeat') == 1 and field(worker, 'taskset') == taskset then
      kept = '2'
      return 'keep'
    end
    local plan = cjson.decode(field(task, 'probe_plan'))
    redis.call('HDEL', task, 'probe_worker', 'fresh_asked_ms')
    redis.call('HSET', task, 'probe', 'alone', 'probe_after', '', 'probe_plan', cjson.encode({before = plan.before,
        known = plan.known, confirmed = plan.confirmed, mode = 'begin', kind = 'alone', list = {}, alone = 0, after = 0}))
  end
  if has_run().count == 0 then return 'take' end
  return leave_to_fresh(task)
end
local function visit(task, since)
  local over, not_after = decided(task)
  if over then return 'drop' end
  local probe = field(task, 'probe')
  if probe ~= '' then return visit_probe(task) end
  if not_after ~= '' and spoilt(not_after) then return leave_to_fresh(task) end
  local slaves, on = tried(task)
  local waited = tonumber(ms) - since >= 2000
  if not slaves[slave] then
    if not on[own_worker] or waited or not left_for_another(slaves, on, true) then return 'take' end
  elseif waited or not left_for_another(slaves, on, false) then
    -- The same JVM would see what the first trial left behind: the next life of this slave takes it.
    fresh = true
  end
  kept = '2'
  return 'keep'
end

local retry = taskset .. ':retry'
for _ = 1, math.min(redis.call('LLEN', retry), 50) do
  local entry = redis.call('LPOP', retry)
  local since, task = string.match(entry, '^(%d+)\t(.*)$')
  if task then
    local what = visit(task, tonumber(since))
    if what == 'take' then return take(task) end
    if what == 'keep' then redis.call('RPUSH', retry, entry) end
  end
end
local moved = 0
-- Bounded, so that the script stays short even if somebody filled the queue with what is decided.
for _ = 1, 200 do
  local task = redis.call('LPOP', taskset .. ':task_queue')
  if not task then break end
  local what = 'take'
  local over, not_after = decided(task)
  if over or redis.call('EXISTS', task .. ':trial') == 1 or (not_after ~= '' and spoilt(not_after)) then
    what = visit(task, tonumber(ms))
  end
  if what == 'take' then return take(task) end
  if what == 'keep' then
    redis.call('RPUSH', retry, ms .. '\t' .. task)
    moved = moved + 1
  end
end
if redis.call('LLEN', taskset .. ':task_queue') > 0 then kept = '1' end
-- The token that woke this slave was meant for one that can take the task: it is passed on, once.
redis.call('SREM', taskset .. ':waiting', slave)
wake(taskset, moved)
if fresh then
  if wanted ~= '' then redis.call('HSET', wanted, 'fresh_asked_ms', ms) end
  return {'fresh'}
end

-- Nothing is left to begin. A second trial of what runs on another host, if one was offered: never two in one
-- workspace, and never a third.
local function copy(task)
  if decided(task) then return 'drop' end
  local open, host = 0, ''
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local t = redis.call('HMGET', trial, 'status', 'verdict', 'slave')
    if (t[1] or '') == '' and (t[2] or '') == '' then
      open = open + 1
      host = field(t[3] or '', 'host')
    end
  end
  if open ~= 1 or host == '' or field(task, 'probe') ~= '' then return 'drop' end
  if host == field(slave, 'host') or tried(task)[slave] then return 'keep' end
  return 'take'
end
local copies = taskset .. ':copies'
for _ = 1, math.min(redis.call('LLEN', copies), 20) do
  local task = redis.call('LPOP', copies)
  local what = copy(task)
  if what == 'take' then return take(task) end
  if what == 'keep' then redis.call('RPUSH', copies, task) end
end
redis.pcall('SADD', taskset .. ':waiting', slave)
return {'wait', kept}
