-- Where the JVMs of a probe run. A probe runs on one worker (probe_worker). Its companion runs there, too, or on another
-- worker of that host if that worker has one place only.

-- Whether a worker takes trials of a taskset.
local function serves(taskset, worker)
  return worker ~= '' and redis.call('EXISTS', worker .. ':heartbeat') == 1 and field(worker, 'taskset') == taskset
      and not leaves(taskset, worker)
end
-- How many JVMs a worker runs at once; 2 if it has not said so.
local function places_of(worker) return tonumber(field(worker, 'slaves')) or 2 end
-- Whether the companion of a probe may run on a worker.
local function may_accompany(taskset, task, worker)
  local own = field(task, 'probe_worker')
  if own == '' or worker == own then return own == '' or places_of(own) > 1 end
  return places_of(own) < 2 and field(worker, 'host') == field(own, 'host') and serves(taskset, worker)
end
-- Whether there is a worker on which the companion of a probe may run.
local function has_place_beside(taskset, task)
  if is_unstarted(taskset, field(task, 'probe_launch')) then return false end
  local own = field(task, 'probe_worker')
  if own == '' or places_of(own) > 1 then return true end
  for _, log in ipairs(redis.call('LRANGE', taskset .. ':worker_log', 0, -1)) do
    if may_accompany(taskset, task, field(log, 'worker')) then return true end
  end
  return false
end
-- Whether the next trial of a task is a companion. Without the worker of the probe, or if no JVM of the companion's launch
-- starts any more, all begins again.
local function wants_companion(taskset, task)
  local t = redis.call('HMGET', task, 'probe', 'probe_companion', 'probe_worker', 'probe_launch')
  if t[1] ~= 'beside' or not serves(taskset, t[3] or '') or is_unstarted(taskset, t[4] or '') then return false end
  local c = (t[2] or '') == '' and {} or redis.call('HMGET', t[2], 'status', 'verdict')
  return (t[2] or '') == '' or (c[1] or '') ~= '' or (c[2] or '') ~= ''
end
-- The launch of the next trial of a task that waits for one.
local function next_launch(taskset, task)
  return field(task, wants_companion(taskset, task) and 'probe_launch' or 'launch')
end
-- Whether nothing is left of a taskset but what needs a host to itself.
local function only_quiet(taskset)
  return redis.call('LLEN', taskset .. ':tasks_left') <= (tonumber(field(taskset, 'probing_quiet')) or 0)
end
