-- Whether a taskset needs what only our own workers know: every runner but the one that its slave_command brings.
local function needs_ours(taskset)
  local runner = field(taskset, 'runner')
  return runner ~= '' and runner ~= 'junit'
end
