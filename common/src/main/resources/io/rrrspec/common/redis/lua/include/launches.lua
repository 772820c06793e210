-- In a taskset whose test JVMs are not all started alike each task has a launch, and so has each slave. Such a task stands
-- in task_queue as all others do, and also in the list of its launch, by which a claim finds it in one step. What takes it
-- off task_queue in another way (a foreign slave, fail_fast) leaves it in that list: an entry there counts only if
-- task_queue has it, too.
-- The hash launches has the sum of the estimates in each list that is not empty, in ms; an unknown one counts as a second.
local UNKNOWN_MS = 1000
local function launch_queue(taskset, launch) return taskset .. ':launch:' .. launch end
local function estimate_ms(task) return tonumber(field(task, 'estimate_ms')) or UNKNOWN_MS end
-- Queues a task before all others.
local function queue_first(taskset, task)
  redis.call('LPUSH', taskset .. ':task_queue', task)
  local launch = field(task, 'launch')
  if launch ~= '' then
    redis.call('LPUSH', launch_queue(taskset, launch), task)
    redis.call('HINCRBY', taskset .. ':launches', launch, string.format('%.0f', estimate_ms(task)))
  end
end
-- Takes the next task of a launch off both lists; nil if it has none.
local function next_of_launch(taskset, launch)
  -- Bounded, so that the script stays short: what is left of such entries goes at the next look.
  for _ = 1, 500 do
    local task = redis.call('LPOP', launch_queue(taskset, launch))
    if not task then return nil end
    if redis.call('EXISTS', launch_queue(taskset, launch)) == 0 then
      redis.call('HDEL', taskset .. ':launches', launch)
    else
      redis.call('HINCRBY', taskset .. ':launches', launch, string.format('%.0f', -estimate_ms(task)))
    end
    if redis.call('LINDEX', taskset .. ':task_queue', 0) == task then
      redis.call('LPOP', taskset .. ':task_queue')
      return task
    end
    if redis.call('LREM', taskset .. ':task_queue', 1, task) == 1 then return task end
  end
  return nil
end
