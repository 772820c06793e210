-- What a start costs, in ms, as long as none of the launch has been measured (LaunchLoad.UNKNOWN_START_COST).
local START_MS = 700
-- Whether any JVM of its launch may take a retry, or one of this worker. What needs a host to itself, or another worker, has
-- its JVMs by missing_launches.
local function counts_as_load(task, worker)
  local t = redis.call('HMGET', task, 'probe', 'quiet', 'probe_worker')
  return (t[1] or '') == '' or ((t[2] or '') == '' and ((t[3] or '') == '' or t[3] == worker))
end
-- The longest estimate of a list that is sorted longest first, but for one task that may stand in front because it waits.
local function longest_of(list)
  local longest = 0
  for _, task in ipairs(redis.call('LRANGE', list, 0, 1)) do longest = math.max(longest, estimate_ms(task)) end
  return longest
end
-- What is left of each launch, and the JVMs that serve it (LaunchLoad), by name; launches without either are left out.
-- slaves: the live slaves that count, each with its launch
-- but: the place that asks, as in the hash starting; it does not count
-- worker: whose place, or slave, it is: what needs resources counts as far as they are free for it
local function launch_loads(taskset, slaves, but, worker, ms)
  ms = tonumber(ms)
  local costs, loads = {}, {}
  local measured = redis.call('HGETALL', taskset .. ':start_ms')
  for i = 1, #measured, 2 do
    local sum, count = string.match(measured[i + 1], '^(%d+)\t(%d+)$')
    if sum then costs[measured[i]] = math.floor(tonumber(sum) / tonumber(count) + 0.5) end
  end
  local function load(launch)
    if not loads[launch] then
      loads[launch] = {classes = 0, queued = 0, longest = 0, jvms = 0, starting = 0, busy = 0, start = costs[launch] or START_MS}
    end
    return loads[launch]
  end
  local function starts(launch, since)
    local l = load(launch)
    l.jvms, l.starting = l.jvms + 1, l.starting + 1
    l.busy = l.busy + math.max(0, l.start - (ms - since))
  end
  -- What is left of a launch whose JVMs do not start is on its way to the launch as is.
  local off = {}
  for launch in string.gmatch(field(taskset, 'unstarted_launches'), '[^\n]+') do off[launch] = true end
  local queued = redis.call('HGETALL', taskset .. ':launches')
  for i = 1, #queued, 2 do
    local queue = launch_queue(taskset, queued[i])
    local classes = redis.call('LLEN', queue)
    if classes > 0 and not off[queued[i]] then
      local l = load(queued[i])
      l.classes, l.queued = classes, math.max(0, tonumber(queued[i + 1]) or 0)
      l.longest = math.min(l.queued, longest_of(queue))
    end
  end
  local lanes = redis.call('HGETALL', taskset .. ':lanes')
  for i = 1, #lanes, 2 do
    local names, launch = string.match(lanes[i], '^([^:]*):(.*)$')
    local queue = lane_queue(taskset, lanes[i])
    local classes = math.min(redis.call('LLEN', queue), room_for(taskset, names, worker, ''))
    if classes > 0 and not off[launch] then
      local l, sum = load(launch), math.max(0, tonumber(lanes[i + 1]) or 0)
      -- All of its work: one class after the other, it may take longer than the rest of the run.
      l.classes, l.queued = l.classes + classes, l.queued + sum
      l.longest = math.max(l.longest, math.min(sum, longest_of(queue)))
    end
  end
  for launch, a in pairs(affinity_loads(taskset, slaves, ms)) do
    for _, g in ipairs(a.groups) do
      -- Only what a further JVM would take: choose_affinity leaves the rest to those that have the key.
      local first = g.cost + g.longest
      if not off[launch] and (g.jvms == 0 or g.work / g.jvms > (costs[launch] or START_MS) + worth_another(g)) then
        local l = load(launch)
        l.classes, l.queued = l.classes + g.classes, l.queued + g.cost + g.sum
        l.longest = math.max(l.longest, first)
      end
    end
  end
  for _, entry in ipairs(redis.call('LRANGE', taskset .. ':retry', 0, 49)) do
    local task = string.match(entry, '^%d+\t(.*)$')
    local launch = task and field(task, 'launch') or ''
    if launch ~= '' and counts_as_load(task, worker) and room_for(taskset, needed(taskset, task, false), worker, '') > 0 then
      local l, estimate = load(launch), estimate_ms(task)
      l.classes, l.queued, l.longest = l.classes + 1, l.queued + estimate, math.max(l.longest, estimate)
    end
  end
  for slave, launch in pairs(slaves) do
    local s = redis.call('HMGET', slave, 'open_trial', 'starting_ms', 'ready_ms')
    if (s[1] or '') ~= '' then
      local t = redis.call('HMGET', s[1], 'task', 'started_ms')
      local l = load(launch)
      l.jvms = l.jvms + 1
      -- What takes longer than expected is expected to take as long again: else what is queued behind a class that hangs, or
      -- of which nothing is known, would never get another JVM.
      if t[1] then l.busy = l.busy + math.abs((tonumber(t[2]) or ms) + estimate_ms(t[1]) - ms) end
    elseif (s[2] or '') ~= '' and (s[3] or '') == '' then
      starts(launch, tonumber(s[2]))
    else
      load(launch).jvms = load(launch).jvms + 1
    end
  end
  local starting = redis.call('HGETALL', taskset .. ':starting')
  for i = 1, #starting, 2 do
    local launch, since, slave = string.match(starting[i + 1], '^(.*)\t(%d+)\t(.*)$')
    local counts = launch and starting[i] ~= but and ms - tonumber(since) < START_LIMIT_MS
    -- One that has announced itself is among the slaves, or has ended.
    if counts and (slave == '' or field(slave, 'life') == '') then starts(launch, tonumber(since)) end
  end
  return loads
end
-- Whether a further JVM would find work: as LaunchLoad.waits and gainsByAnother say, which LaunchRuleTest compares.
local function further_jvm_finds_work(l)
  if l.classes == 0 then return false end
  if l.jvms == 0 then return true end
  local ready = l.jvms * l.start
  return l.classes > l.starting and l.busy + l.queued > ready and (l.classes > l.jvms or l.busy > ready)
end
-- The same for any launch but one's own.
local function other_finds_work(taskset, own, slaves, worker, ms)
  for launch, l in pairs(launch_loads(taskset, slaves, '', worker, ms)) do
    if launch ~= own and further_jvm_finds_work(l) then return true end
  end
  return false
end
