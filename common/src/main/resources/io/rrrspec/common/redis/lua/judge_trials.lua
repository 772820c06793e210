--#include clock
--#include field
--#include wake
--#include over
-- Judges trials: the one place where a trial gets its verdict and a task its status.
-- KEYS: 1 processing list of this server, 2 queue of messages
-- ARGV: 1 most lost trials a task may have, 2 how many messages the list may hold afterwards (0: none are taken),
--       then the messages ('trial TAB key'), all in the processing list
-- Returns per message what came of it: passed, pending, bad, lost, superseded, or 'open' (has no status),
-- 'judged' (has a verdict) or 'unknown' (no such trial); the message leaves the list in any case. Then, unless
-- ARGV 2 is 0, what the list holds: the next messages, without a call of their own.
local at, ms = clock()
local results = {}

-- Not HINCRBY: another make may have written '' for none yet.
local function increase(key, name)
  redis.call('HSET', key, name, string.format('%.0f', (tonumber(field(key, name)) or 0) + 1))
end
local function decide(taskset, task, trial, status)
  redis.call('HSET', task, 'status', status)
  increase(taskset, status == 'failed' and 'failed_count' or 'succeeded_count')
  if status == 'pending' then increase(taskset, 'pending_count') end
  -- From the side where it stands: LREM from the wrong end of 100,000 is what makes a run quadratic.
  local left = taskset .. ':tasks_left'
  if redis.call('LINDEX', left, 0) == task then
    redis.call('LPOP', left)
  elseif redis.call('LINDEX', left, -1) == task then
    redis.call('RPOP', left)
  else
    -- Where it stands nobody knows: a long first task stays at the head while thousands behind it go. So look from
    -- both ends, further each time; removing it then costs what the nearer end costs.
    local length, reach, side = redis.call('LLEN', left), 64, nil
    repeat
      if redis.call('LPOS', left, task, 'MAXLEN', reach) then
        side = 1
      elseif redis.call('LPOS', left, task, 'RANK', -1, 'MAXLEN', reach) then
        side = -1
      end
      local all = reach >= length
      reach = reach * 4
    until side or all
    if side then redis.call('LREM', left, side, task) end
  end
  redis.call('PUBLISH', taskset .. ':events', status .. '\t' .. trial)
  if redis.call('LLEN', left) > 0 then return end
  -- The end: what was asked for must have been decided, each task once.
  local good, bad = tonumber(field(taskset, 'succeeded_count')) or 0, tonumber(field(taskset, 'failed_count')) or 0
  local asked = tonumber(field(taskset, 'task_count')) or redis.call('LLEN', taskset .. ':tasks')
  if good + bad ~= asked then
    over(taskset, 'failed', 'asked for ' .. asked .. ' tasks, decided ' .. (good + bad), at, ms)
  else
    over(taskset, bad > 0 and 'failed' or 'succeeded', '', at, ms)
  end
end

-- Whether another trial of the task has no verdict yet (it runs, or its message is on the way: judged by two
-- messages at once, the task would be queued twice); and whether a live slave of another make has tried it.
local function siblings(task, trial)
  local open, foreign = false, false
  for _, other in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local o = redis.call('HMGET', other, 'verdict', 'slave', 'task')
    if other ~= trial and o[3] and (not o[1] or o[1] == '') then open = true end
    if o[2] and field(o[2], 'life') == '' and redis.call('EXISTS', o[2] .. ':heartbeat') == 1 then foreign = true end
  end
  return open, foreign
end

local function judge(trial)
  local t = redis.call('HMGET', trial, 'task', 'status', 'verdict', 'lost')
  local task, status = t[1], t[2]
  if not task then return 'unknown' end
  if not status or status == '' then return 'open' end
  -- A message that comes twice (its server died after judging, or a slave finished twice) changes nothing.
  if t[3] and t[3] ~= '' then return 'judged' end
  local taskset = field(task, 'taskset')
  local decided = field(task, 'status') ~= ''
  if taskset == '' or decided or field(taskset, 'status') ~= 'running' then
    redis.call('HSET', trial, 'verdict', 'superseded')
    return 'superseded'
  end
  if status == 'passed' or status == 'pending' then
    redis.call('HSET', trial, 'verdict', status)
    decide(taskset, task, trial, status)
    return status
  end
  local verdict = t[4] == '1' and 'lost' or 'bad'
  redis.call('HSET', trial, 'verdict', verdict)
  increase(task, verdict)
  local open, foreign = siblings(task, trial)
  -- While the other copy has no verdict nothing is decided: its end comes here, too.
  if open then return verdict end
  local bad, lost = tonumber(field(task, 'bad')) or 0, tonumber(field(task, 'lost')) or 0
  local most = tonumber(field(taskset, 'max_trials')) or 1
  if bad >= most or lost > tonumber(ARGV[1]) then
    decide(taskset, task, trial, 'failed')
    return verdict
  end
  -- A slave of another make pushes back what it has tried, for ever: it must not see it again.
  if foreign then
    redis.call('RPUSH', taskset .. ':retry', ms .. '\t' .. task)
  else
    redis.call('LPUSH', taskset .. ':task_queue', task)
  end
  redis.call('PUBLISH', taskset .. ':events', 'retry\t' .. trial)
  wake(taskset, redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry'))
  return verdict
end

for i = 3, #ARGV do
  -- Taken over by another server meanwhile: it judges.
  if redis.call('LREM', KEYS[1], 1, ARGV[i]) == 1 then
    results[#results + 1] = judge(string.sub(ARGV[i], 7))
  else
    results[#results + 1] = 'judged'
  end
end
local most = tonumber(ARGV[2])
if most > 0 then
  for _ = 1, most - redis.call('LLEN', KEYS[1]) do
    if not redis.call('LMOVE', KEYS[2], KEYS[1], 'LEFT', 'RIGHT') then break end
  end
  for _, message in ipairs(redis.call('LRANGE', KEYS[1], 0, most - 1)) do results[#results + 1] = message end
end
return results
