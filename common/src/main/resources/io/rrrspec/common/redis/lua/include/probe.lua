-- Second looks at a class that failed in a JVM which had run other classes before: is it the class, the company that it
-- kept, or chance? A look is a trial in a fresh JVM that does not count against max_trials, a probe:
-- 'alone' runs the class by itself, 'after' runs a list of classes before it. docs/order-dependent.md has the rules.
-- The plan of a task (its field probe_plan, JSON): before (what ran before it, in order), mode, kind and list (the next
-- probe), alone and after (how often it passed alone and failed after), set (the suspects that are left). With beside, its
-- neighbours are what is suspected: before is what ran in other JVMs of its host, 'alone' means with the host to itself, and
-- 'after' beside them (beside.lua); spans says when they ran.

-- What the search may add to a run, if a tenth of the run is less.
local LEAST_SEARCH_MS = 120000

-- The tests that failed in a trial, by class and name; nil if none says so, or if its JVM died or its time was up: then
-- something else failed, or nobody knows what.
local function failed_tests(trial)
  local t = redis.call('HMGET', trial, 'status', 'closed_by', 'cases', 'slave')
  if t[1] == 'timeout' or t[2] ~= t[4] or (t[3] or '') == '' then return nil end
  local fine, cases = pcall(cjson.decode, t[3])
  if not fine or type(cases) ~= 'table' then return nil end
  local failed, any = {}, false
  for _, case in ipairs(cases) do
    local outcome = type(case) == 'table' and case.o or ''
    -- As CaseResult writes them: failed, and an error.
    if outcome == 'f' or outcome == 'e' then
      failed[tostring(case.c) .. '\n' .. tostring(case.n)] = true
      any = true
    end
  end
  return any and failed or nil
end

-- Whether all tests that failed in the bad trials of a task have failed in a trial: a failure of others is another one.
local function fails_alike(task, trial)
  local now = failed_tests(trial)
  if not now then return false end
  for _, other in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    if field(other, 'verdict') == 'bad' then
      for test in pairs(failed_tests(other) or {}) do
        if not now[test] then return false end
      end
    end
  end
  return true
end

local function slice(list, from, to)
  local part = {}
  for i = from, to do part[#part + 1] = list[i] end
  return part
end

local function split(text)
  local parts = {}
  for part in string.gmatch(text, '[^\n]+') do parts[#parts + 1] = part end
  return parts
end

-- The classes that a JVM had run before a trial, in order; nil if that is not known: of a foreign slave, or if its id
-- has a newer life by now.
local function ran_before(trial)
  local slave = field(trial, 'slave')
  local s = slave == '' and {} or redis.call('HMGET', slave, 'life', 'trials_before')
  if (s[1] or '') == '' then return nil end
  local all = redis.call('LRANGE', slave .. ':trial', tonumber(s[2] or '') or 0, -1)
  local before = {}
  for _, other in ipairs(all) do
    if other == trial then return before end
    -- A probe has run others before its own class.
    for _, name in ipairs(split(field(other, 'after'))) do
      if name ~= task_of(trial) then before[#before + 1] = name end
    end
    -- It may have run a part of the class itself.
    if task_of(other) ~= task_of(trial) then before[#before + 1] = task_of(other) end
  end
  return nil
end

local function contains_all(list, wanted)
  local there = {}
  for _, name in ipairs(list) do there[name] = true end
  for _, name in ipairs(wanted) do
    if not there[name] then return false end
  end
  return #wanted > 0
end

-- What the record knows to make the class fail, if all of it ran before: a set of culprits, or, not confirmed, what an
-- earlier search had left of its suspects.
local function known_culprits(task, name_of_field, before)
  for line in string.gmatch(field(task, name_of_field), '[^\n]+') do
    local set, confirmed = {}, true
    for name in string.gmatch(line, '[^\t]+') do
      if name == '?' then
        confirmed = false
      elseif name ~= '=while' and name ~= '=since' then
        set[#set + 1] = name
      end
    end
    if contains_all(before, set) then return set, confirmed end
  end
  return nil, false
end

-- Delta debugging (Zeller and Hildebrandt): the i-th of n parts of the suspects, or all but that.
local function part(p)
  local from, to = math.floor((p.i - 1) * #p.set / p.n) + 1, math.floor(p.i * #p.set / p.n)
  if not p.rest then return slice(p.set, from, to) end
  local others = slice(p.set, 1, from - 1)
  for i = to + 1, #p.set do others[#others + 1] = p.set[i] end
  return others
end

local function probe_after(p, mode, list)
  p.mode, p.kind, p.list = mode, 'after', list
  return 'goes on'
end

-- Once more alone, and that is all: the last probe decides its task, so it is always one in which the class passed.
local function last_look(p)
  p.kind, p.list, p.last = 'alone', {}, true
  return 'goes on'
end

-- Neither in turn nor in blocks: a class that fails every second time, or for a while, must not look like one that
-- depends on the order.
-- With the first probe, the replay and the last one it passes alone five times and fails after others five times. A class
-- that fails in every other run by chance does so once in 4^5 times, and any other class more rarely.
local CONFIRM = {'after', 'after', 'alone', 'alone', 'after', 'alone', 'after'}
local function confirm(p)
  p.step = (p.step or 0) + 1
  local kind = CONFIRM[p.step]
  if not kind then return last_look(p) end
  p.mode, p.kind, p.list = 'confirm', kind, kind == 'after' and p.set or {}
  return 'goes on'
end

local function reduce(p, set, n)
  p.set, p.n, p.i, p.rest = set, n, 1, false
  if #set == 1 then return confirm(p) end
  return probe_after(p, 'reduce', part(p))
end

-- One culprit is what is found nearly always: it takes one probe for each half. What the halves come to is a guess
-- until it has been confirmed.
local function halve(p, set)
  p.set = set
  if #set == 1 then return confirm(p) end
  return probe_after(p, 'halve', slice(set, 1, math.ceil(#set / 2)))
end

-- The next list of neighbours beside which the class may fail: what is known, then those of tries.
local function next_try(p)
  p.meet = 'middle'
  if p.known and not p.try then
    p.try = 0
    return probe_after(p, 'replay', p.known)
  end
  p.known, p.try = nil, (p.try or 0) + 1
  if not p.tries[p.try] then return 'chance' end
  return probe_after(p, 'replay', p.tries[p.try])
end

-- What a probe that failed or passed says; sets the next one.
-- Returns 'goes on', 'found' (order-dependent), 'alone' (it fails by itself) or 'chance'.
local function learn(p, failed)
  if p.kind == 'alone' then
    if failed then return p.alone == 0 and 'alone' or 'chance' end
    p.alone = p.alone + 1
    if p.last then return 'found' end
    if p.mode == 'begin' and p.beside then return next_try(p) end
    if p.mode == 'begin' then return probe_after(p, 'replay', p.known or p.before) end
    return confirm(p)
  end
  if p.mode == 'replay' then
    if failed then
      p.whole, p.guess, p.set = p.list, #p.list > 1, p.list
      -- The record has confirmed these before: only whether it is still so is asked.
      if p.known and p.confirmed then return confirm(p) end
      return halve(p, p.list)
    end
    if p.beside and p.meet == 'middle' then
      p.meet = 'same'
      return probe_after(p, 'replay', p.list)
    end
    if p.beside then return next_try(p) end
    if not p.known then return 'chance' end
    p.known = nil
    return probe_after(p, 'replay', p.before)
  end
  if p.mode == 'halve' then
    local half = #p.list
    return halve(p, failed and p.list or slice(p.set, half + 1, #p.set))
  end
  if p.mode == 'reduce' then
    if failed then return reduce(p, p.list, p.rest and math.max(p.n - 1, 2) or 2) end
    p.i = p.i + 1
    if p.i > p.n then
      if not p.rest and p.n > 2 then
        p.rest = true
      elseif p.n < #p.set then
        p.rest, p.n = false, math.min(2 * p.n, #p.set)
      else
        return confirm(p)
      end
      p.i = 1
    end
    return probe_after(p, 'reduce', part(p))
  end
  if failed then
    p.after, p.guess = p.after + 1, false
    return confirm(p)
  end
  if not p.guess then return 'chance' end
  -- It takes more than one of them.
  p.guess, p.step = false, 0
  return reduce(p, p.whole, 2)
end

-- Whether the search for culprits may go on: while other tasks are left it costs nothing; then it may make the run a
-- tenth longer. The next probe takes no longer than the replay did. What has been found is confirmed in any case: these
-- are eight probes at most, and on a slow machine a search without them would be as good as none.
local function may_search(taskset, p, ms)
  if p.mode == 'confirm' then return true end
  local t = redis.call('HMGET', taskset, 'probe_limit_ms', 'probing', 'probing_alone_ms', 'activated_ms',
      'order_dependent_count')
  local now, limit = tonumber(ms), tonumber(t[1] or '')
  if redis.call('LLEN', taskset .. ':tasks_left') > (tonumber(t[2] or '') or 0) then return true end
  local since = tonumber(t[3] or '')
  if not since then
    since = now
    redis.call('HSET', taskset, 'probing_alone_ms', ms)
  end
  -- Each class that was explained gives the others the same time again, up to a point.
  limit = limit or math.max(LEAST_SEARCH_MS * (1 + math.min(4, tonumber(t[5] or '') or 0)), (since - (tonumber(t[4] or '') or since)) / 10)
  local share = p.kind == 'alone' and 0 or #p.list / math.max(1, #(p.whole or p.list))
  return now + (p.replay_ms or 0) * share <= since + limit
end

-- Queues the next probe for a fresh JVM.
local function queue_probe(taskset, task, p, ms)
  local kind = p.kind
  if p.beside then
    if kind == 'after' then kind = 'beside' end
    local ended, offset = meeting(p.list, p.spans, p.meet)
    redis.call('HSET', task, 'quiet', '1', 'probe_meeting', string.format('%.0f\t%.0f', ended, offset),
        'probe_launch', launch_of_list(taskset, p.list))
  end
  redis.call('HSET', task, 'probe', kind, 'probe_after', table.concat(p.list, '\n'), 'probe_plan', cjson.encode(p))
  redis.call('HDEL', task, 'fresh_asked_ms', 'probe_companion')
  -- One search after the other: of several that are half done nothing would be left.
  local search = p.mode ~= 'begin' and p.mode ~= 'replay'
  redis.call(search and 'LPUSH' or 'RPUSH', taskset .. ':retry', ms .. '\t' .. task)
end

-- The plan of a search among the neighbours of a trial; nil if it had none, or if they are not suspected. In a run that
-- is red anyway nobody waits for it.
local function plan_beside(taskset, task, trial)
  if field(taskset, 'failed_count') ~= '' or is_gated(task) then return nil end
  local all, during, spans = neighbours(taskset, task, trial)
  local known, confirmed = known_culprits(task, 'not_beside', all)
  -- One JVM cannot run what is known of several launches.
  if known and #lists_beside(taskset, known, {}) > 1 then known, confirmed = nil, nil end
  if #all == 0 or not (known or speaks_of_the_host(trial)) then return nil end
  increase(taskset, 'probing_quiet')
  -- Where it failed there were others, so there is a place for a second JVM.
  redis.call('HSET', task, 'probe_worker', worker_of(field(trial, 'slave')))
  return {before = all, known = known, confirmed = confirmed, beside = true, spans = spans, meet = 'middle', mode = 'begin',
      kind = 'alone', list = {}, alone = 0, after = 0, tries = lists_beside(taskset, all, during)}
end

local function other_classes(count) return count .. (count == 1 and ' other class' or ' other classes') end

-- Whether a task that would be decided as failed is looked at again; queues the first probe.
-- afford: takes a retry from the taskset's budget, if one is left
local function begin_probes(taskset, task, afford, at, ms)
  local t = redis.call('HMGET', taskset, 'runner', 'order_dependent', 'fail_fast')
  -- A client that asked for a stop after failures wants to know of them now.
  if t[1] ~= 'junit' or t[2] == 'ignore' or (t[3] or '') ~= '' or field(task, 'probe') ~= '' then return false end
  local shortest, failing = nil, nil
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    if field(trial, 'verdict') == 'bad' then
      local before = ran_before(trial)
      if not before or not failed_tests(trial) then return false end
      if not shortest or #before < #shortest then shortest, failing = before, trial end
    end
  end
  if not shortest then return false end
  local plan, why
  if #shortest == 0 then
    -- First in its JVM: it has failed alone, unless its neighbours are to blame.
    plan = plan_beside(taskset, task, failing)
    why = plan and other_classes(#plan.before) .. ' ran in other JVMs of its host'
  else
    local known, confirmed = known_culprits(task, 'not_after', shortest)
    plan = {before = shortest, known = known, confirmed = confirmed, mode = 'begin', kind = 'alone', list = {},
        alone = 0, after = 0, trial = failing}
    why = other_classes(#shortest) .. ' ran before it in its JVM'
  end
  if not plan or not afford(taskset) then
    if plan and plan.beside then decrease(taskset, 'probing_quiet') end
    return false
  end
  note(taskset, at, 'looked at again, since ' .. why .. ': ' .. field(task, 'spec_file'))
  increase(taskset, 'probing')
  queue_probe(taskset, task, plan, ms)
  return true
end

local end_searches_beside

-- What was found out about a class, as OrderDependence reads it.
local function dependence(p, confirmed)
  return cjson.encode({after = p.set, confirmed = confirmed, failed = math.max(1, p.after), passed = p.alone,
      relation = p.beside and relation(p.set, p.spans) or 'after'})
end

-- Decides a task that was looked at again.
-- why: of the outcome 'company', in words; may be absent
local function end_probes(taskset, task, trial, p, outcome, at, ms, why)
  local name = field(task, 'spec_file')
  redis.call('HSET', task, 'probe', 'over', 'probe_outcome', outcome)
  decrease(taskset, 'probing')
  if p.beside then
    decrease(taskset, 'probing_quiet')
    if field(taskset, 'quiet') == task then redis.call('HDEL', taskset, 'quiet') end
  end
  if outcome == 'time' then
    -- The next search begins with what is left of the suspects.
    redis.call('HSET', task, 'order_dependence', dependence(p, false))
    increase(taskset, 'order_dependent_count')
  end
  if outcome ~= 'found' then
    local words = ({alone = p.beside and 'it fails with its host to itself, too' or 'it fails alone, too', budget = 'the budget of retries is used up',
        lost = 'too many of its trials were lost',
        time = p.beside and 'it fails beside others, and there was no time to find out more'
            or 'it fails after others, and there was no time to find out more: rrrspec-java bisect does', late = 'it fails beside others, and there was no time to find out beside which: --slaves 1 keeps all apart',
        place = 'its host has no second place, so nothing can run beside it',
        company = 'what was to run beside it could not: ' .. ((why or '') == '' and 'its JVM did not come' or why or ''),
        stopped = 'nothing is looked at again after fail_fast', red = 'the run has failed anyway, so nobody looks for a conflict'})[outcome]
        or 'nothing explains when it fails'
    note(taskset, at, 'failed: ' .. words .. ': ' .. name)
    decide(taskset, task, trial, 'failed', at, ms)
    if outcome ~= 'red' then end_searches_beside(taskset, at, ms) end
    return
  end
  redis.call('HSET', task, 'order_dependence', dependence(p, true))
  increase(taskset, 'order_dependent_count')
  local failures = math.max(1, p.after)
  note(taskset, at, (p.beside and 'conflict: ' .. name .. ' fails beside ' or 'order-dependent: ' .. name .. ' fails after ')
      .. table.concat(slice(p.set, 1, 5), ', ') .. (#p.set > 5 and ', …' or '') .. ' (' .. failures .. ' of ' .. failures
      .. '), passes ' .. (p.beside and 'with its host to itself' or 'alone') .. ' (' .. p.alone .. ' of ' .. p.alone .. ')')
  if field(taskset, 'order_dependent') == 'fail' then
    decide(taskset, task, trial, 'failed', at, ms)
  else
    decide(taskset, task, trial, field(trial, 'verdict'), at, ms)
  end
end

-- A task has failed: those that wait for their host have failed, too.
function end_searches_beside(taskset, at, ms)
  if (tonumber(field(taskset, 'probing_quiet')) or 0) == 0 then return end
  for _, entry in ipairs(redis.call('LRANGE', taskset .. ':retry', 0, -1)) do
    local task = string.match(entry, '\t(.*)$') or ''
    local t = task == '' and {err = ''} or redis.pcall('HMGET', task, 'quiet', 'status', 'probe_companion', 'probe_plan')
    if not t.err and (t[1] or '') ~= '' and (t[2] or '') == '' and (t[3] or '') == '' then
      end_probes(taskset, task, redis.call('LINDEX', task .. ':trial', -1) or '', cjson.decode(t[4]), 'red', at, ms)
    end
  end
end

-- Judges a probe that is not lost; returns its verdict.
local function judge_probe(taskset, task, trial, status, afford, at, ms)
  local t = redis.call('HMGET', trial, 'reached', 'reason', 'started_ms', 'finished_ms')
  local good = status == 'passed' or status == 'pending'
  local p = cjson.decode(field(task, 'probe_plan'))
  local label = p.kind == 'alone' and 'alone in a fresh JVM'
      or (p.beside and 'beside ' or 'after ') .. (#p.list == 1 and p.list[1] or #p.list .. ' others') .. ' in a fresh JVM'
  if p.beside and p.kind == 'alone' then label = label .. ', with its host to itself' end
  redis.call('HSET', trial, 'reason', label .. ((t[2] or '') == '' and '' or ': ' .. t[2]))
  note(taskset, at, 'looked at again: ' .. field(task, 'spec_file') .. ' ' .. (good and 'passes ' or 'fails ') .. label)
  local outcome
  if not good and p.kind == 'after' and (t[1] ~= '1' or not fails_alike(task, trial)) then
    -- It ended before the class began, or something else has failed: that explains nothing.
    outcome = 'chance'
  else
    local replay = p.mode == 'replay'
    outcome = learn(p, not good)
    if replay then p.replay_ms = (tonumber(t[4] or '') or 0) - (tonumber(t[3] or '') or 0) end
    -- It failed alone, but its host had others; or its JVM had others, and it is not they.
    local of = not p.beside and (outcome == 'alone' and trial or outcome == 'chance' and replay and p.trial) or nil
    local plan = of and plan_beside(taskset, task, of)
    if plan then p, outcome = plan, 'goes on' end
    if plan and not afford(taskset) then outcome = 'budget' end
  end
  if outcome == 'goes on' and p.beside and not has_place_beside(taskset, task) then outcome = 'place' end
  if outcome == 'goes on' and p.beside and p.mode == 'replay' and not p.known and p.spans[p.list[1]].over then
    -- All that the others had run: that may take as long as the run did.
    p.replay_ms = p.spans[p.list[1]].d
    if not may_search(taskset, p, ms) then outcome = 'chance' end
  end
  if outcome == 'goes on' and stopped(taskset) then outcome = 'stopped' end
  if outcome == 'goes on' and p.beside and field(taskset, 'failed_count') ~= '' then outcome = 'red' end
  if outcome == 'goes on' and p.mode == 'replay' and not (p.beside and p.paid) then
    -- Of several lists of neighbours only the first one takes a retry.
    p.paid = true
    if not afford(taskset) then outcome = 'budget' end
  end
  if outcome == 'goes on' and p.beside and (p.mode == 'begin' or p.mode == 'replay') and not may_search(taskset, p, ms) then
    -- Where everything is in conflict with everything no run would end soon.
    outcome = 'late'
  end
  if outcome == 'goes on' and p.mode ~= 'replay' and p.mode ~= 'begin' and not may_search(taskset, p, ms) then
    -- A failure that is not explained to the end is no better than one that is not explained.
    outcome = 'time'
  end
  local decides = outcome == 'found' and field(taskset, 'order_dependent') ~= 'fail'
  local verdict = decides and status or 'probe'
  redis.call('HSET', trial, 'verdict', verdict)
  if outcome == 'goes on' then
    queue_probe(taskset, task, p, ms)
    redis.call('PUBLISH', taskset .. ':events', 'retry\t' .. trial)
    -- Who has run something has to end before a host is quiet.
    wake(taskset, p.beside and redis.call('SCARD', taskset .. ':waiting')
        or redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry'))
  else
    end_probes(taskset, task, trial, p, outcome, at, ms)
  end
  return verdict
end

-- Judges the trial of a companion.
-- beside: the trial that runs beside it; nil if that has not come
local function judge_companion(taskset, task, trial, beside, most, at, ms)
  redis.call('HSET', trial, 'verdict', 'probe')
  if field(task, 'probe_companion') ~= trial then return end
  redis.call('HDEL', task, 'probe_companion')
  if field(trial, 'status') == 'passed' then
    local ran = split(field(trial, 'after'))
    redis.call('HSET', trial, 'reason', 'ran ' .. (#ran == 1 and ran[1] or #ran .. ' others') .. ' beside it')
  end
  -- The end of what runs beside it comes here, too, and says what this one was worth.
  if beside then return end
  local t = redis.call('HMGET', trial, 'slave', 'closed_by', 'reason')
  local plan = cjson.decode(field(task, 'probe_plan'))
  if t[1] == t[2] then
    -- It has waited in vain: the next one would, too.
    end_probes(taskset, task, trial, plan, 'company', at, ms)
    return
  end
  increase(task, 'lost')
  if (tonumber(field(task, 'lost')) or 0) > most then end_probes(taskset, task, trial, plan, 'lost', at, ms) end
end
