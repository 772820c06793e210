-- The name of a trial's task, from its key; '' if it is no key of a trial. A part of a class counts as the class.
local function task_of(trial)
  local name = string.match(trial, '^.-:taskset:[^:]+:task:(.*):trial:[^:]+$') or ''
  return string.match(name, '^(.*)#%d+/%d+$') or name
end
