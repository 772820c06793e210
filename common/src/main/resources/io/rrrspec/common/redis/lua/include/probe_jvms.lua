-- Which JVMs the probes that wait still miss, in a taskset with several launches. A probe needs a JVM of its launch on its
-- worker, and its companion one of its own launch. The queues of the launches do not say so to the places that start JVMs.

-- The JVMs that the waiting probes need: for each its launch, its task, the kind of its trial, and whether it has to be
-- fresh. Of those that need a host to themselves only the one whose turn it is: the list of retries turns round, but
-- since when each waits stays.
local function needed_jvms(taskset)
  local needs, turn, first = {}, nil, nil
  local quiet = only_quiet(taskset) and field(taskset, 'quiet')
  for _, entry in ipairs(redis.call('LRANGE', taskset .. ':retry', 0, 49)) do
    local since, task = string.match(entry, '^(%d+)\t(.*)$')
    local t = task and redis.pcall('HMGET', task, 'status', 'probe', 'quiet', 'probe_worker', 'launch') or {err = ''}
    if not t.err and (t[1] or '') == '' and (t[2] or '') ~= '' then
      if (t[3] or '') ~= '' then
        local rank = task == quiet and -1 or tonumber(since)
        if quiet and (not first or rank < first) then turn, first = task, rank end
      elseif (t[4] or '') ~= '' then
        needs[#needs + 1] = {launch = t[5] or '', task = task, fresh = false}
      end
    end
  end
  if turn then
    if wants_companion(taskset, turn) then
      needs[#needs + 1] = {launch = field(turn, 'probe_launch'), task = turn, fresh = true, companion = true}
    end
    needs[#needs + 1] = {launch = field(turn, 'launch'), task = turn, fresh = true}
  end
  return needs
end
local function may_serve(taskset, need, worker)
  if need.companion then return may_accompany(taskset, need.task, worker) end
  local own = field(need.task, 'probe_worker')
  return own == worker or not serves(taskset, own)
end
-- The launches of the JVMs that waiting probes need on a worker and that are not there, nor start.
-- slaves: the live slaves that count, each with its launch
-- but: the place that asks, as in the hash starting; it does not count
local function missing_launches(taskset, worker, slaves, but, ms)
  if (tonumber(field(taskset, 'probing')) or 0) == 0 then return {} end
  local needs = needed_jvms(taskset)
  if #needs == 0 then return {} end
  local jvms = {}
  for slave, launch in pairs(slaves) do
    local s = redis.call('HMGET', slave, 'open_trial', 'trials_before')
    jvms[#jvms + 1] = {launch = launch, worker = worker_of(slave),
        fresh = (s[1] or '') == '' and redis.call('LLEN', slave .. ':trial') <= (tonumber(s[2] or '') or 0)}
  end
  local starting = redis.call('HGETALL', taskset .. ':starting')
  for i = 1, #starting, 2 do
    local launch, since, slave = string.match(starting[i + 1], '^(.*)\t(%d+)\t(.*)$')
    if launch and starting[i] ~= but and tonumber(ms) - tonumber(since) < START_LIMIT_MS
        and (slave == '' or field(slave, 'life') == '') then
      local of = string.match(starting[i], '^(.*) %d+$') or ''
      if serves(taskset, of) then jvms[#jvms + 1] = {launch = launch, worker = of, fresh = true} end
    end
  end
  local missing = {}
  for _, need in ipairs(needs) do
    local there = false
    for _, jvm in ipairs(jvms) do
      if not there and not jvm.taken and jvm.launch == need.launch and (jvm.fresh or not need.fresh)
          and may_serve(taskset, need, jvm.worker) then
        there = true
        -- Probes of one launch follow each other in one place, but for the two JVMs of one probe.
        jvm.taken = need.fresh
      end
    end
    if not there and may_serve(taskset, need, worker) then missing[#missing + 1] = need.launch end
  end
  return missing
end
