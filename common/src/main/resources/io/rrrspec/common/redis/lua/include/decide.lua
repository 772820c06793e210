--#include fail_fast
-- Not HINCRBY: a foreign implementation may have written '' for none yet.
local function increase(key, name)
  redis.call('HSET', key, name, string.format('%.0f', (tonumber(field(key, name)) or 0) + 1))
end
local function decrease(key, name)
  redis.call('HSET', key, name, string.format('%.0f', math.max(0, (tonumber(field(key, name)) or 0) - 1)))
end
-- Decides a task; the last decision ends its taskset.
-- trial: for those who watch
local function decide(taskset, task, trial, status, at, ms)
  redis.call('HSET', task, 'status', status)
  increase(taskset, status == 'failed' and 'failed_count' or 'succeeded_count')
  if status == 'pending' then increase(taskset, 'pending_count') end
  take_off_left(taskset, task)
  redis.call('PUBLISH', taskset .. ':events', status .. '\t' .. trial)
  if redis.call('LLEN', taskset .. ':tasks_left') == 0 then
    end_by_counts(taskset, at, ms)
  elseif status == 'failed' and stopped(taskset) then
    drop_queued(taskset, decide, at, ms)
  end
end
