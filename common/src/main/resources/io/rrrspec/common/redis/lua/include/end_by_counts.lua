--#include stopped
-- Ends a taskset whose last task is decided: each task that was asked for must have been decided, once.
local function end_by_counts(taskset, at, ms)
  local good, bad = tonumber(field(taskset, 'succeeded_count')) or 0, tonumber(field(taskset, 'failed_count')) or 0
  local asked = tonumber(field(taskset, 'task_count')) or redis.call('LLEN', taskset .. ':tasks')
  local rest = asked - good - bad
  if rest > 0 and stopped(taskset) then
    -- The end of this text tells readers that tasks without a decision were not run (Taskset).
    over(taskset, 'failed', rest .. (rest == 1 and ' class' or ' classes') .. ' not run: --fail-fast', at, ms)
  elseif rest ~= 0 then
    over(taskset, 'failed', 'asked for ' .. asked .. ' tasks, decided ' .. (good + bad), at, ms)
  else
    over(taskset, bad > 0 and 'failed' or 'succeeded', '', at, ms)
  end
end
