-- Wakes as many idle slaves as there are new tasks: never more tokens than slaves that wait.
local function wake(taskset, tasks)
  local waiting = redis.call('SCARD', taskset .. ':waiting')
  local tokens = math.min(tasks, waiting) - redis.call('LLEN', taskset .. ':wake')
  for _ = 1, tokens do redis.call('RPUSH', taskset .. ':wake', '1') end
end
