-- The class of which a task of this name is a part; any other name as it is.
local function class_of(name) return string.match(name, '^(.*)#%d+/%d+$') or name end
-- The name of a trial's task, from its key; '' if it is no key of a trial. A part of a class counts as the class.
local function task_of(trial) return class_of(string.match(trial, '^.-:taskset:[^:]+:task:(.*):trial:[^:]+$') or '') end
