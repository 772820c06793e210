-- A class may run in parts (docs/split.md). A part is a task of its own, class#2/4, with some of the tests of the class: it is in
-- tasks_left and in the queues, but not in tasks, and no counter knows it. Its field part_of is the task of the class, which
-- is in no list meanwhile; parts of that says how many there are, and parts_left how many have not ended. Together they decide the
-- class, by a trial that is made of theirs; or they are void (the field void has the reason), and the class runs whole.

local function part_key(class, i, count) return class .. '#' .. i .. '/' .. count end
-- Whether a trial of a task has neither status nor verdict.
local function is_held(task)
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local t = redis.call('HMGET', trial, 'status', 'verdict', 'task')
    if t[3] and (t[2] or '') == '' then return true end
  end
  return false
end

-- Why what the parts ran is not the class, each test once; '' if it is.
-- trials: the good one of each part
local function doubt_about(class, trials)
  local whole, digest, given, ran = nil, nil, 0, 0
  local tests, skipped = 0, 0
  for _, trial in ipairs(trials) do
    local t = redis.call('HMGET', trial, 'part_whole', 'part_digest', 'part_given', 'part_ran')
    local w, g, r = tonumber(t[1] or ''), tonumber(t[3] or ''), tonumber(t[4] or '')
    if not w or not g or not r or (t[2] or '') == '' then return 'a part did not say what the class has' end
    if digest and (digest ~= t[2] or whole ~= w) then return 'its tests have other names in each JVM' end
    if r ~= g then return 'a part ran ' .. r .. ' of its ' .. g .. ' tests' end
    whole, digest, given, ran = w, t[2], given + g, ran + r
    local counts = redis.call('HMGET', trial, 'passed', 'pending', 'muted')
    -- What failed and is muted has run, too.
    skipped = skipped + (tonumber(counts[2] or '') or 0) - (tonumber(counts[3] or '') or 0)
    tests = tests + (tonumber(counts[1] or '') or 0) + (tonumber(counts[2] or '') or 0)
  end
  if given ~= whole then return 'its parts have ' .. given .. ' tests, and it has ' .. whole end
  -- What a test does may depend on the others: so they must do what they did when the class ran last.
  local of_class = redis.call('HMGET', class, 'part_tests', 'part_skipped')
  local had, left_out = tonumber(of_class[1] or ''), tonumber(of_class[2] or '')
  if skipped ~= left_out then return 'its parts skip ' .. skipped .. ' tests, and it skipped ' .. (left_out or 0) end
  if tests ~= had then return 'its parts had ' .. tests .. ' tests, and it had ' .. (had or 0) end
  return ''
end

-- The elements of two JSON lists in one.
local function joined(all, list)
  local inner = string.match(list, '^%s*%[(.*)%]%s*$') or ''
  if string.find(inner, '%S') then all[#all + 1] = inner end
end

-- The key of a trial of a class that is made of one of a part.
local function as_of_class(class, trial) return class .. ':trial:' .. string.match(trial, '[^:]*$') end

-- How many of the bad trials of a class are those of its parts: each has to be seen to pass when the class runs whole. These alone do
-- not make it red: without one of its own, whole, it is tried again, when that was lost.
local function bad_of_parts(class)
  local count, bad = tonumber(field(class, 'parts')) or 0, 0
  for i = 1, count do
    if field(part_key(class, i, count), 'status') == 'failed' then bad = bad + 1 end
  end
  return bad
end

-- Makes a bad trial of a part one of its class, too, so that everybody sees why that runs again.
local function pass_on(class, trial)
  local copy = as_of_class(class, trial)
  redis.call('HSET', copy, unpack(redis.call('HGETALL', trial)))
  redis.call('HSET', copy, 'task', class)
  redis.call('RPUSH', class .. ':trial', copy)
  -- They stand in the copy. What failed is compared with what a further trial of the part brings.
  redis.call('HDEL', trial, 'stdout', 'stderr')
  return copy
end

-- Makes the trial by which good parts decide their class. It begins with the first part and ends with the last one. It counts for as
-- long as the class would have taken: for all its tests, and what the part that paid least took besides them.
local function merge_parts(class, trials)
  local cases, out, err = {}, {}, {}
  local sums = {passed = 0, pending = 0, failed = 0, muted = 0, threads_left = 0, cpu_ms = 0, thread_cpu_ms = 0, thread_ready_ms = 0}
  local took, setup, last, last_ms, slave, status, merged = 0, nil, '', 0, '', 'passed', nil
  local first, first_ms = '', math.huge
  for _, trial in ipairs(trials) do
    local t = redis.call('HMGET', trial, 'cases', 'stdout', 'stderr', 'started_ms', 'finished_ms', 'finished_at', 'slave', 'status',
        'part_tests_ms', 'started_at')
    joined(cases, t[1] or '')
    out[#out + 1], err[#err + 1] = t[2] or '', t[3] or ''
    local began, ended = tonumber(t[4] or '') or 0, tonumber(t[5] or '') or 0
    local tests = tonumber(t[9] or '') or 0
    took, setup = took + tests, math.min(setup or math.huge, math.max(0, ended - began - tests))
    if began > 0 and began < first_ms then first_ms, first = began, t[10] or '' end
    if ended >= last_ms then last_ms, last, slave, merged = ended, t[6] or '', t[7] or '', as_of_class(class, trial) end
    if t[8] == 'pending' then status = 'pending' end
    for name, sum in pairs(sums) do
      local one = tonumber(field(trial, name))
      -- What one of them does not know is not known.
      if one and sum then
        sums[name] = sum + one
      elseif not one and string.find(name, '_ms', 1, true) then
        sums[name] = false
      end
    end
    -- It stands in the merged one.
    redis.call('HDEL', trial, 'cases', 'stdout', 'stderr')
  end
  took = took + (setup or 0)
  if first == '' then first_ms, first = last_ms, last end
  redis.call('HSET', merged, 'task', class, 'slave', slave, 'status', status, 'verdict', status, 'parts', #trials,
      'cases', '[' .. table.concat(cases, ',') .. ']', 'stdout', table.concat(out), 'stderr', table.concat(err),
      'started_at', first, 'started_ms', string.format('%.0f', first_ms), 'finished_at', last, 'finished_ms',
      string.format('%.0f', last_ms), 'took_ms', string.format('%.0f', took), 'closed_by', slave)
  for name, sum in pairs(sums) do
    if sum and (sum > 0 or (name ~= 'threads_left' and name ~= 'muted')) then
      redis.call('HSET', merged, name, string.format('%.0f', sum))
    end
  end
  redis.call('RPUSH', class .. ':trial', merged)
  return merged, status
end

-- The class runs whole: what is queued of its parts is dropped, and what runs goes on, so that the class never runs beside a part
-- of itself.
-- ended: the part that has just ended; nil if all have
local function void_parts(taskset, class, ended, why, at)
  if field(class, 'void') ~= '' then return end
  redis.call('HSET', class, 'void', why)
  note(taskset, at, 'runs whole and not in parts, since ' .. why .. ': ' .. field(class, 'spec_file'))
  local count = tonumber(field(class, 'parts')) or 0
  local waiting = redis.call('LRANGE', taskset .. ':retry', 0, -1)
  for i = 1, count do
    local part = part_key(class, i, count)
    if part ~= ended and redis.call('EXISTS', part) == 1 and field(part, 'status') == '' and not is_held(part) then
      redis.call('LREM', taskset .. ':task_queue', 1, part)
      for _, entry in ipairs(waiting) do
        if string.match(entry, '\t(.*)$') == part then redis.call('LREM', taskset .. ':retry', 1, entry) end
      end
      redis.call('HSET', part, 'status', 'void')
      take_off_left(taskset, part)
      redis.call('HINCRBY', class, 'parts_left', -1)
    end
  end
end

-- After a part has ended: the last one decides its class, or has it run whole.
function end_part(taskset, class, part, status, at, ms)
  redis.call('HSET', part, 'status', status)
  take_off_left(taskset, part)
  if redis.call('HINCRBY', class, 'parts_left', -1) > 0 or field(class, 'status') ~= '' then return end
  local trials, count = {}, tonumber(field(class, 'parts')) or 0
  if field(class, 'void') == '' then
    for i = 1, count do
      local good = nil
      for _, trial in ipairs(redis.call('LRANGE', part_key(class, i, count) .. ':trial', 0, -1)) do
        local verdict = field(trial, 'verdict')
        if verdict == 'passed' or verdict == 'pending' then good = trial end
      end
      if good then trials[#trials + 1] = good end
    end
    local doubt = #trials == count and doubt_about(class, trials) or 'a part is missing'
    if doubt ~= '' then void_parts(taskset, class, nil, doubt, at) end
  end
  if field(class, 'void') == '' then
    local merged, of_class = merge_parts(class, trials)
    decide(taskset, class, merged, of_class, at, ms)
  elseif stopped(taskset) then
    drop(taskset, class, decide, at, ms)
  else
    redis.call('LPUSH', taskset .. ':tasks_left', class)
    queue_first(taskset, class)
    wake(taskset, redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry'))
  end
end
