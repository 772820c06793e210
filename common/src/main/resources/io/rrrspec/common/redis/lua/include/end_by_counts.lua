--#include stopped
-- Ends a taskset whose last task is decided: each task that was asked for must have been decided, once.
local function end_by_counts(taskset, at, ms)
  local good, bad = tonumber(field(taskset, 'succeeded_count')) or 0, tonumber(field(taskset, 'failed_count')) or 0
  local asked = tonumber(field(taskset, 'task_count')) or redis.call('LLEN', taskset .. ':tasks')
  local rest = asked - good - bad
  -- Tests that nobody could run: no run is green without them.
  local broken = field(taskset, 'broken')
  local first = broken == '' and '' or broken .. '; '
  if rest > 0 and stopped(taskset) then
    -- The end of this text tells readers that tasks without a decision were not run (Taskset).
    over(taskset, 'failed', first .. rest .. (rest == 1 and ' class' or ' classes') .. ' not run: --fail-fast', at, ms)
  elseif rest ~= 0 then
    over(taskset, 'failed', first .. 'asked for ' .. asked .. ' tasks, decided ' .. (good + bad), at, ms)
  else
    over(taskset, (bad > 0 or broken ~= '') and 'failed' or 'succeeded', broken, at, ms)
  end
end
