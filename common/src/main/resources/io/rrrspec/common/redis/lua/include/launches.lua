-- In a taskset whose test JVMs are not all started alike each task has a launch, and so has each slave. Such a task stands
-- in task_queue as all others do, and also in the list of its launch, by which a claim finds it in one step. A task that
-- needs resources (resources.lua) stands in a list for its resources and its launch instead, a lane: so a claim need not
-- pass over the tasks whose resources are used up. In a taskset with resources all others have a list, too, that of the
-- launch '' if there is only one. What takes a task off task_queue in another way (a foreign slave, fail_fast) leaves it in
-- its list: an entry there counts only if task_queue has it, too.
-- A task with an affinity (affinity.lua) and without resources stands in a list for that key and its launch; then all
-- others have a list, too, as in a taskset with resources.
-- The hashes launches, lanes and affinities have the sum of the estimates in each list that is not empty, in ms; an unknown one counts
-- as a second.
local UNKNOWN_MS = 1000
local function launch_queue(taskset, launch) return taskset .. ':launch:' .. launch end
-- lane: names of resources with commas between them, a colon, a launch
local function lane_queue(taskset, lane) return taskset .. ':lane:' .. lane end
-- name: the key of an affinity, a tab, a launch
local function affinity_queue(taskset, name) return taskset .. ':affinity:' .. name end
local function estimate_ms(task) return tonumber(field(task, 'estimate_ms')) or UNKNOWN_MS end
-- Adds to the sum of a list, in ms. Not with a minus before a 0: Redis takes no '-0'. pcall: what cannot be added makes the sum a
-- worse hint, and a task that was taken off one of its lists must get on.
local function add_to_sum(sums, name, ms) redis.pcall('HINCRBY', sums, name, string.format('%.0f', ms)) end
-- The list, besides task_queue, in which a task waits, and the hash and the field with its sum; nil if there is none.
local function list_of(taskset, task)
  local t = redis.call('HMGET', task, 'launch', 'resources', 'affinity')
  local launch, resources, key = t[1] or '', t[2] or '', t[3] or ''
  if resources ~= '' then
    local lane = resources .. ':' .. launch
    return lane_queue(taskset, lane), taskset .. ':lanes', lane
  end
  if key ~= '' then
    local name = key .. '\t' .. launch
    return affinity_queue(taskset, name), taskset .. ':affinities', name
  end
  local of = launch == '' and redis.call('HMGET', taskset, 'resources', 'affinity') or {}
  if launch ~= '' or (of[1] or '') ~= '' or (of[2] or '') ~= '' then
    return launch_queue(taskset, launch), taskset .. ':launches', launch
  end
  return nil
end
-- Whether JVMs of a launch that is made for speed do not start, so that none is started any more (run_as_is.lua).
local function is_unstarted(taskset, launch)
  return launch ~= '' and string.find('\n' .. field(taskset, 'unstarted_launches') .. '\n', '\n' .. launch .. '\n', 1, true) ~= nil
end
-- A task that nobody holds leaves such a launch for the launch as is. What has failed there and passed as is (quick.lua) would
-- wait for a JVM that does not come: it stays, and the arbiter decides it.
local function leave_unstarted(taskset, task)
  local t = redis.call('HMGET', task, 'launch', 'part_of')
  local launch, class = t[1] or '', (t[2] or '') == '' and task or t[2]
  if not is_unstarted(taskset, launch) or field(task, 'quick') == 'confirm' then return end
  local as_is = field(class, 'as_is')
  if as_is == '' then as_is = string.match(launch, '^(.*)~%l+$') or '' end
  redis.call('HSET', task, 'launch', as_is)
  if field(class, 'quick') == 'tried' then
    redis.call('HSET', class, 'launch', as_is, 'quick', 'unstarted', 'quick_launch', launch)
  end
end
-- Queues a task before all others.
local function queue_first(taskset, task)
  leave_unstarted(taskset, task)
  redis.call('LPUSH', taskset .. ':task_queue', task)
  local list, sums, name = list_of(taskset, task)
  if list then
    redis.call('LPUSH', list, task)
    add_to_sum(sums, name, estimate_ms(task))
  end
end
-- Takes the next task of such a list off both; nil if it has none.
local function next_of(taskset, list, sums, name)
  -- Bounded, so that the script stays short: what is left of such entries goes at the next look.
  for _ = 1, 500 do
    local task = redis.call('LPOP', list)
    if not task then return nil end
    if redis.call('EXISTS', list) == 0 then
      redis.call('HDEL', sums, name)
    else
      add_to_sum(sums, name, 0 - estimate_ms(task))
    end
    if redis.call('LINDEX', taskset .. ':task_queue', 0) == task then
      redis.call('LPOP', taskset .. ':task_queue')
      return task
    end
    if redis.call('LREM', taskset .. ':task_queue', 1, task) == 1 then return task end
  end
  return nil
end
-- Takes the next task of a launch off both lists; nil if it has none.
local function next_of_launch(taskset, launch)
  return next_of(taskset, launch_queue(taskset, launch), taskset .. ':launches', launch)
end
