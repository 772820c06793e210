-- Whether a worker was asked to leave a taskset that it serves: its slaves begin nothing of it any more.
local function leaves(taskset, worker) return field(worker, 'leaving') == taskset end
