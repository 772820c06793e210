--#include stopped
-- What becomes of the tasks of a taskset that is stopped by fail_fast. Trials that run go on and count. All other tasks
-- leave tasks_left, so that the last result ends the taskset as always: a task with a bad trial fails of it, since its
-- retry does not come; a task without one, or that failed in a JVM made for speed alone, stays undecided, and was not run.
-- Takes a task off tasks_left.
local function take_off_left(taskset, task)
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
end
-- Ends a running taskset of which nothing is left.
local function end_if_nothing_is_left(taskset, at, ms)
  if redis.call('LLEN', taskset .. ':tasks_left') == 0 and field(taskset, 'status') == 'running' then
    end_by_counts(taskset, at, ms)
  end
end
-- Ends a part of a class (parts.lua).
local end_part
-- Drops a task that no slave holds, instead of queueing it.
-- decide: the function of that name, which calls drop_queued itself
local function drop(taskset, task, decide, at, ms)
  -- pcall: a queue may hold what is no task at all.
  local t = redis.pcall('HMGET', task, 'status', 'bad', 'taskset', 'quick', 'quick_pass', 'part_of')
  if t.err or (t[1] or '') ~= '' or t[3] ~= taskset then return end
  local quick, pass, last = t[4] or '', nil, ''
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local o = redis.call('HMGET', trial, 'verdict', 'task', 'status')
    -- Queued beside a trial that goes on: the verdict of that trial comes here.
    if trial == t[5] then
      if (o[1] or '') == '' then pass = o[3] end
    elseif o[2] and (o[1] or '') == '' then
      return
    end
    if o[1] == 'bad' then last = trial end
  end
  if (t[6] or '') ~= '' then
    -- What its class has not run is not run.
    if field(t[6], 'void') == '' then redis.call('HSET', t[6], 'void', 'it was stopped') end
    end_part(taskset, t[6], task, 'void', at, ms)
    return
  end
  -- A failure in a JVM made for speed alone is none (quick.lua).
  local bad = (tonumber(t[2] or '') or 0) - ((quick == 'failed' or quick == 'confirm') and 1 or 0)
  if pass then
    -- It has passed as is, and waits for a trial in a JVM made for speed, which does not come.
    redis.call('HSET', t[5], 'verdict', pass)
    decide(taskset, task, t[5], pass, at, ms)
  elseif bad > 0 then
    decide(taskset, task, last, 'failed', at, ms)
  else
    take_off_left(taskset, task)
    end_if_nothing_is_left(taskset, at, ms)
  end
end
-- Drops everything that is queued. Tasks that nobody has tried stand in task_queue and in tasks_left in the same order
-- and are the ends of both, so that one cut takes 100,000 of them; what stands before them is dropped one by one.
local function drop_queued(taskset, decide, at, ms)
  local queue, retry, left = taskset .. ':task_queue', taskset .. ':retry', taskset .. ':tasks_left'
  if field(taskset, 'parts') ~= '' then
    -- Parts are few, and each has a class that hears of it.
    for _, task in ipairs(redis.call('LRANGE', queue, 0, -1)) do
      if string.find(task, '#%d+/%d+$') and redis.call('LREM', queue, 1, task) == 1 then drop(taskset, task, decide, at, ms) end
    end
  end
  local single = {}
  for _, entry in ipairs(redis.call('LRANGE', retry, 0, -1)) do single[#single + 1] = string.match(entry, '\t(.*)$') end
  local n = redis.call('LLEN', queue)
  while n > 0 do
    local first = redis.call('LINDEX', queue, 0)
    if redis.call('LINDEX', left, -n) == first and redis.call('LINDEX', left, -1) == redis.call('LINDEX', queue, -1)
        and redis.call('EXISTS', first .. ':trial') == 0 then
      redis.call('LTRIM', left, 0, -n - 1)
      break
    end
    single[#single + 1] = redis.call('LPOP', queue)
    n = n - 1
  end
  redis.call('DEL', queue, retry, taskset .. ':copies')
  for _, task in ipairs(single) do drop(taskset, task, decide, at, ms) end
  end_if_nothing_is_left(taskset, at, ms)
end
