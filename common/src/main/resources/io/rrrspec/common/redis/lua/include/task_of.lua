-- The name of a trial's task, from its key; '' if it is no key of a trial.
local function task_of(trial) return string.match(trial, '^.-:taskset:[^:]+:task:(.*):trial:[^:]+$') or '' end
