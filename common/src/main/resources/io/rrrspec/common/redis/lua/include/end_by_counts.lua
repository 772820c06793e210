--#include stopped
-- Ends a taskset whose last task is decided: each task that was asked for must have been decided, once.
local function end_by_counts(taskset, at, ms)
  -- Goals of the build behind its integration tests: they decide, too, and the last of them ends the taskset (end_gate).
  if (tonumber(field(taskset, 'held')) or 0) > 0 then return end
  local good, bad = tonumber(field(taskset, 'succeeded_count')) or 0, tonumber(field(taskset, 'failed_count')) or 0
  local asked = tonumber(field(taskset, 'task_count')) or redis.call('LLEN', taskset .. ':tasks')
  local rest = asked - good - bad
  -- Tests that nobody could run: no run is green without them.
  local broken = field(taskset, 'broken')
  local first = broken == '' and '' or broken .. '; '
  local classes = rest .. (rest == 1 and ' class' or ' classes')
  -- The ends of these two texts tell readers that tasks without a decision were not run (Taskset).
  if rest > 0 and stopped(taskset) then
    over(taskset, 'failed', first .. classes .. ' not run: --fail-fast', at, ms)
  elseif rest > 0 and rest == tonumber(field(taskset, 'not_run')) then
    over(taskset, 'failed', first .. classes .. ' not run: a goal before them failed', at, ms)
  elseif rest ~= 0 then
    over(taskset, 'failed', first .. 'asked for ' .. asked .. ' tasks, decided ' .. (good + bad), at, ms)
  else
    over(taskset, (bad > 0 or broken ~= '') and 'failed' or 'succeeded', broken, at, ms)
  end
end
