-- Whether no task of a taskset is begun a second time: what it does may not be done twice.
local function once(taskset) return field(taskset, 'once') == '1' end
