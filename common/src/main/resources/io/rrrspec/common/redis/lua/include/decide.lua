-- Not HINCRBY: a foreign implementation may have written '' for none yet.
local function increase(key, name)
  redis.call('HSET', key, name, string.format('%.0f', (tonumber(field(key, name)) or 0) + 1))
end
-- Decides a task; the last decision ends its taskset.
-- trial: for those who watch
local function decide(taskset, task, trial, status, at, ms)
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
  end_by_counts(taskset, at, ms)
end
