--#include clock
--#include field
--#include wake
--#include health
--#include stopped
--#include task_of
--#include launches
--#include resources
--#include affinity
--#include launch_loads
--#include leaves
--#include probe_places
--#include probe_jvms
-- A slave asks for a task.
-- KEYS: 1 taskset, 2 slave
-- ARGV: 1 UUID for the trial, 2 life of the slave
-- Returns {'task', trial, task, spec_file, estimate_ms, how many other trials the task has, the classes to run before it,
-- a line each, its company, the tests of a part, as JSON}, {'wait', seconds at most ('' for any)}, {'pause', seconds}
-- (its worker, or its host, gets nothing for now), {'fresh'} (only a new JVM should take what is left), {'change'} (only a JVM of another
-- launch can take what is left), {'over'} (the taskset, or its launch), {'leave'} (its worker
-- was asked to leave the taskset, or it is one slave too many) or {'gone'} (this slave, or its worker, was given up). The company is '', 'companion TAB n' (run only the classes before it, for another
-- trial that begins when n of them have ended) or 'beside TAB trial TAB ms' (begin so long after that companion says so).
local taskset, slave = KEYS[1], KEYS[2]
local s = redis.call('HMGET', slave, 'life', 'status', 'open_trial', 'trials_before', 'launch', 'starting_ms', 'ready_ms', 'affinities', 'retires')
if s[1] ~= ARGV[2] or (s[2] and s[2] ~= '') then return {'gone'} end
local own_worker = worker_of(slave)
if redis.call('EXISTS', own_worker .. ':heartbeat') == 0 then return {'gone'} end
local of_taskset = redis.call('HMGET', taskset, 'status', 'doubts', 'once', 'launches', 'resources', 'closed_launches', 'affinity')
if of_taskset[1] ~= 'running' then return {'over'} end
local doubts = (of_taskset[2] or '') ~= ''
local once = of_taskset[3] == '1'
local by_launch, own_launch = of_taskset[4] == '1', s[5] or ''
local limited = (of_taskset[5] or '') ~= ''
local has_affinities = (of_taskset[7] or '') ~= ''
if doubts and restraint(taskset, own_worker, 0) == 'off' then return {'gone'} end

local function answer(trial, task, after, company)
  local t = redis.call('HMGET', task, 'spec_file', 'estimate_ms', 'estimate_sec', 'affinity_ms', 'tests')
  local ms = t[2]
  if not tonumber(ms or '') then
    ms = tonumber(t[3] or '') and string.format('%.0f', tonumber(t[3]) * 1000) or ''
  end
  -- Its time-outs leave room for the start that it may have to pay.
  if ms ~= '' and tonumber(t[4] or '') then ms = string.format('%.0f', tonumber(ms) + tonumber(t[4])) end
  local others = redis.call('LLEN', task .. ':trial') - 1
  return {'task', trial, task, t[1] or '', ms, string.format('%.0f', others), after, company, t[5] or ''}
end

-- The lease is the open trial: a slave whose answer was lost gets the same one again, never a second.
if s[3] and s[3] ~= '' then
  local open = redis.call('HMGET', s[3], 'task', 'status', 'after', 'company')
  if open[1] and (not open[2] or open[2] == '') then return answer(s[3], open[1], open[3] or '', open[4] or '') end
  redis.call('HDEL', slave, 'open_trial')
end

-- Its launch has nothing more to run, and what its tests need is about to be stopped.
if string.find('\n' .. (of_taskset[6] or '') .. '\n', '\n' .. own_launch .. '\n', 1, true) and own_launch ~= '' then
  redis.pcall('SREM', taskset .. ':waiting', slave)
  return {'over'}
end

-- Its worker makes room for another queue, or has too many slaves. The token that woke it may have been meant for somebody else.
if s[9] == '1' or leaves(taskset, own_worker) then
  redis.pcall('SREM', taskset .. ':waiting', slave)
  wake(taskset, redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry')
      + redis.call('LLEN', taskset .. ':copies'))
  return {'leave'}
end

-- The end wakes it.
if stopped(taskset) then
  redis.pcall('SADD', taskset .. ':waiting', slave)
  return {'wait', ''}
end

local at, ms = clock()
if doubts and restraint(taskset, own_worker, ms) == 'paused' then
  -- The token that woke it was meant for somebody else.
  redis.call('SREM', taskset .. ':waiting', slave)
  wake(taskset, redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry'))
  return {'pause', '1'}
end
if limited and host_is_held(taskset, own_worker, slave) then
  -- It does not wait with the others: a token would be lost on it.
  redis.pcall('SREM', taskset .. ':waiting', slave)
  wake(taskset, redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry'))
  return {'pause', '0.2'}
end
-- companion: it is to run beside the task, and not the task itself
local function take(task, companion)
  if (s[6] or '') ~= '' and (s[7] or '') == '' then
    -- Its JVM was started for its launch at that time.
    redis.call('HSET', slave, 'ready_ms', ms)
    local sum, count = string.match(redis.call('HGET', taskset .. ':start_ms', own_launch) or '', '^(%d+)\t(%d+)$')
    redis.call('HSET', taskset .. ':start_ms', own_launch,
        string.format('%.0f\t%.0f', (tonumber(sum) or 0) + math.max(0, ms - tonumber(s[6])), (tonumber(count) or 0) + 1))
  end
  local trial = task .. ':trial:' .. ARGV[1]
  if limited then give_resources(taskset, needed(taskset, task, companion), trial, own_worker) end
  redis.call('HSET', trial, 'task', task, 'slave', slave, 'started_at', at .. ' UTC', 'started_ms', ms)
  redis.call('RPUSH', task .. ':trial', trial)
  redis.call('RPUSH', slave .. ':trial', trial)
  redis.call('HSET', slave, 'open_trial', trial)
  local key = has_affinities and not companion and field(task, 'affinity') or ''
  if key ~= '' and not string.find('\n' .. (s[8] or '') .. '\n', '\n' .. key .. '\n', 1, true) then
    redis.call('HSET', trial, 'affinity_opens', '1')
    redis.call('HSET', slave, 'affinities', (s[8] or '') == '' and key or s[8] .. '\n' .. key)
  end
  -- pcall: without a list of who waits, slaves are woken late, and that is all.
  redis.pcall('SREM', taskset .. ':waiting', slave)
  local probe = redis.call('HMGET', task, 'probe', 'probe_after', 'quiet', 'probe_companion', 'probe_meeting')
  local kind, after, company = probe[1] or '', probe[2] or '', ''
  if kind == '' then return answer(trial, task, '', '') end
  if not companion then redis.call('HSET', task, 'probe_worker', own_worker) end
  if (probe[3] or '') ~= '' then redis.call('HSET', taskset, 'quiet', task) end
  if kind == 'beside' then
    local ended, offset = string.match(probe[5] or '', '^(%d+)\t(%d+)$')
    if companion then
      kind, company = 'companion', 'companion\t' .. ended
      redis.call('HSET', task, 'probe_companion', trial)
      -- Who waits to run beside it.
      wake(taskset, redis.call('SCARD', taskset .. ':waiting'))
    else
      after, company = '', 'beside\t' .. probe[4] .. '\t' .. offset
      redis.call('HSET', trial, 'beside', probe[4])
    end
  end
  redis.call('HSET', trial, 'probe', kind, 'after', after, 'company', company)
  return answer(trial, task, after, company)
end
-- Also: after which classes it fails in one JVM, and beside which on one host.
local function decided(task)
  -- What is no task at all, somebody's garbage in the queue, is dropped like one that is decided.
  local t = redis.pcall('HMGET', task, 'status', 'taskset', 'not_after', 'not_beside', 'part_of', 'parts')
  local over = t.err ~= nil or (t[1] or '') ~= '' or (t[2] or '') == ''
  -- Queued although it has begun, and that is not to happen twice: the watchdog finds it in no queue, and fails it.
  if once and not over then over = redis.call('EXISTS', task .. ':trial') == 1 end
  -- Whether it is a part of a class, or a class that was divided.
  local divided = not over and ((t[5] or '') ~= '' or (t[6] or '') ~= '')
  return over, t[3] or '', t[4] or '', divided
end
-- Which slaves have tried the task, and on which workers. A trial that was lost told nothing about its worker.
local function tried(task)
  local slaves, on = {}, {}
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local t = redis.call('HMGET', trial, 'slave', 'lost')
    local by = t[1] or ''
    slaves[by] = true
    if t[2] ~= '1' then on[worker_of(by)] = true end
  end
  return slaves, on
end

-- Retries first, and elsewhere: on another worker, else in another slave, else in a fresh JVM. What this slave may not
-- take yet it may after two seconds, or as soon as nobody is there for whom it is left.
local others = nil
-- Their launches.
local launches = {}
-- Those of them whose workers leave the taskset: they take nothing any more.
local leaving = {}
-- The live slaves of ours but this one, with their workers; looked up only when a retry was tried here.
local function live_others()
  if others then return others end
  others = {}
  local beats = {}
  -- The last ones: those before them have ended long ago.
  for _, other in ipairs(redis.call('LRANGE', taskset .. ':slave', -500, -1)) do
    if other ~= slave then
      -- pcall: what is no slave at all takes nothing.
      local o = redis.pcall('HMGET', other, 'life', 'status', 'launch')
      if not o.err and (o[1] or '') ~= '' and (o[2] or '') == '' then
        local worker = worker_of(other)
        if worker ~= '' and beats[worker] == nil then
          beats[worker] = redis.call('EXISTS', worker .. ':heartbeat') == 1
              and not (doubts and restraint(taskset, worker, ms) ~= '')
          leaving[worker] = beats[worker] and leaves(taskset, worker)
        end
        if beats[worker] then others[other], launches[other] = worker, o[3] or '' end
      end
    end
  end
  return others
end
-- Whether somebody comes first for whom the task is left: a slave that has not tried it, or only one whose worker has
-- not tried it either.
local function left_for_another(slaves, on, elsewhere)
  for other, worker in pairs(live_others()) do
    local may = not by_launch or launches[other] == own_launch
    if may and not slaves[other] and not (elsewhere and on[worker]) and not leaving[worker] then return true end
  end
  return false
end
-- What is left for another launch wakes any slave: so each looks again soon.
local fresh, kept = false, by_launch and '2' or ''
-- The task for which this slave is to end, so that a fresh JVM comes.
local wanted = ''
-- What the JVM of a slave has run, or begun.
local function run_by(any, trials_before)
  local all = {count = 0}
  for _, trial in ipairs(redis.call('LRANGE', any .. ':trial', tonumber(trials_before or '') or 0, -1)) do
    all.count = all.count + 1
    all[task_of(trial)] = true
    for name in string.gmatch(field(trial, 'after'), '[^\n]+') do all[name] = true end
  end
  return all
end
local ran = nil
-- What this JVM has run; looked up only when it matters.
local function has_run()
  if not ran then ran = run_by(slave, s[4]) end
  return ran
end
local on_host = nil
-- The other live slaves on this slave's host, with the trial that each holds and trials_before.
local function on_this_host()
  if on_host then return on_host end
  on_host = {}
  local host = field(slave, 'host')
  for other in pairs(live_others()) do
    local o = redis.call('HMGET', other, 'host', 'open_trial', 'trials_before')
    if o[1] == host then on_host[other] = {holds = o[2] or '', before = o[3]} end
  end
  return on_host
end
-- Whether another JVM of this host does now, or has done, what makes the task fail: not_beside has a set a line, which
-- begins with '=while' (they run) or '=since' (that JVM has run them).
local function collides(not_beside)
  for other, o in pairs(on_this_host()) do
    local running, theirs = task_of(o.holds), nil
    for line in string.gmatch(not_beside, '[^\n]+') do
      local how, names = string.match(line, '^=(%a+)\t(.*)$')
      local all = how == 'since'
      for name in string.gmatch(names or '', '[^\t]+') do
        if how == 'while' and name == running then return true end
        if all then
          theirs = theirs or run_by(other, o.before)
          all = theirs[name] == true
        end
      end
      if all then return true end
    end
  end
  return false
end
-- Whether all classes of a set that makes the task fail have run here; not_after has a set a line, with '?' in it if it
-- is not confirmed.
local function spoilt(not_after)
  for line in string.gmatch(not_after, '[^\n]+') do
    local all = string.sub(line, 1, 2) ~= '?\t'
    for name in string.gmatch(line, '[^\t]+') do all = all and has_run()[name] == true end
    if all then return true end
  end
  return false
end
-- Leaves a task to a fresh JVM. One slave ends for that, and no other one until the new JVM must have come.
local function leave_to_fresh(task)
  if wanted == '' and tonumber(ms) - (tonumber(field(task, 'fresh_asked_ms')) or 0) > 5000 then
    fresh = true
    wanted = task
  end
  kept = '2'
  return 'keep'
end
-- What its JVM has left behind keeps a host from being quiet. Its place may be needed for another launch.
local room = false
local function make_room()
  if by_launch then room = true else fresh = true end
end
-- The search for what makes a task fail begins anew: on another worker, or in another place.
local function begin_again(task)
  local plan = cjson.decode(field(task, 'probe_plan'))
  redis.call('HDEL', task, 'probe_worker', 'probe_launch', 'fresh_asked_ms', 'probe_companion')
  redis.call('HSET', task, 'probe', 'alone', 'probe_after', '', 'probe_plan', cjson.encode({before = plan.before,
      known = plan.known, confirmed = plan.confirmed, beside = plan.beside, spans = plan.spans, trial = plan.trial,
      tries = plan.tries, meet = plan.meet, mode = 'begin', kind = 'alone', list = {}, alone = 0, after = 0}))
end
-- A probe of a conflict has its host to itself, but for its companion: nothing else is left of the taskset, one task has
-- that right at a time, and every JVM of the host that has run something ends first.
local function visit_quiet(task)
  kept = '2'
  if not only_quiet(taskset) then return 'keep' end
  local holder = field(taskset, 'quiet')
  if holder ~= '' and holder ~= task and field(holder, 'status') == '' then return 'keep' end
  if has_run().count > 0 then
    make_room()
    return 'keep'
  end
  local accompanies = wants_companion(taskset, task)
  local alone = field(task, 'probe') == 'beside' and is_unstarted(taskset, field(task, 'probe_launch'))
  if alone or (accompanies and not has_place_beside(taskset, task)) then
    -- A worker has left, or its companion's JVM does not start. The next look that needs two JVMs ends the search.
    begin_again(task)
    accompanies = false
  end
  local companion = field(task, 'probe_companion')
  local there = false
  for other, o in pairs(on_this_host()) do
    if companion ~= '' and o.holds == companion then
      there = true
    elseif o.holds ~= '' or redis.call('LLEN', other .. ':trial') > (tonumber(o.before or '') or 0) then
      return 'keep'
    end
  end
  if accompanies then
    return may_accompany(taskset, task, own_worker) and 'companion' or 'keep'
  end
  -- Whose slave is gone is closed soon.
  if companion ~= '' and not there then return 'keep' end
  local worker = field(task, 'probe_worker')
  return (worker == '' or worker == own_worker) and 'take' or 'keep'
end
-- The same for a JVM of another launch than the probe.
local function stand_aside(task)
  local worker = field(task, 'probe_worker')
  local here = worker == '' or field(worker, 'host') == field(slave, 'host')
  if here and only_quiet(taskset) and has_run().count > 0 then room = true end
end
-- Whether a waiting probe misses a JVM in the place of this slave, which is of no use to it.
local function is_in_the_way()
  local all = {}
  for other, launch in pairs(launches) do all[other] = launch end
  all[slave] = own_launch
  local with = #missing_launches(taskset, own_worker, all, '', ms)
  if with == 0 then return false end
  all[slave] = nil
  return #missing_launches(taskset, own_worker, all, '', ms) == with
end
-- A probe runs in a JVM that has run nothing, on the worker of the first one: on another worker the same classes may
-- fail for another reason. If that worker is gone, or leaves, all begins again.
local function visit_probe(task)
  local worker = field(task, 'probe_worker')
  if worker ~= '' and worker ~= own_worker then
    if serves(taskset, worker) then
      kept = '2'
      -- A second worker of a host that is to be quiet.
      if field(task, 'quiet') ~= '' and field(worker, 'host') == field(slave, 'host') then return visit_quiet(task) end
      return 'keep'
    end
    begin_again(task)
  end
  if field(task, 'quiet') ~= '' then return visit_quiet(task) end
  if has_run().count == 0 then return 'take' end
  return leave_to_fresh(task)
end
-- Whether this JVM has run a part of the class, or the class. What that leaves behind, the class would not find before it: so no
-- JVM runs two parts, nor the class after one.
local function follows_a_part(task) return has_run()[class_of(field(task, 'spec_file'))] == true end
local function visit(task, since)
  local over, not_after, not_beside, divided = decided(task)
  if over then return 'drop' end
  if divided and follows_a_part(task) then return leave_to_fresh(task) end
  local probe = field(task, 'probe')
  if probe ~= '' then
    -- Beside what is known to make it fail a search for other culprits would find these.
    if field(task, 'quiet') == '' and not_beside ~= '' and collides(not_beside) then
      kept = '2'
      return 'keep'
    end
    return visit_probe(task)
  end
  if not_after ~= '' and spoilt(not_after) then return leave_to_fresh(task) end
  -- What ran before it in the JVM may be what makes it fail.
  if field(task, 'quick') == 'confirm' and has_run().count > 0 then return leave_to_fresh(task) end
  if not_beside ~= '' and collides(not_beside) then
    kept = '2'
    return 'keep'
  end
  local slaves, on = tried(task)
  local waited = tonumber(ms) - since >= 2000
  if not slaves[slave] then
    if not on[own_worker] or waited or not left_for_another(slaves, on, true) then return 'take' end
  elseif waited or not left_for_another(slaves, on, false) then
    -- The same JVM would see what the first trial left behind: the next life of this slave takes it.
    fresh = true
  end
  kept = '2'
  return 'keep'
end

-- 'take' and 'companion' only if what the trial needs is free.
local function with_resources(task, what)
  if not limited or (what ~= 'take' and what ~= 'companion') then return what end
  if room_for(taskset, needed(taskset, task, what == 'companion'), own_worker, slave) > 0 then return what end
  kept = '2'
  return 'keep'
end

-- A visit may have changed what comes next: a JVM takes nothing that is not of its launch.
local function of_own_launch(task, what)
  if not by_launch or (what ~= 'take' and what ~= 'companion') then return what end
  if field(task, what == 'take' and 'launch' or 'probe_launch') == own_launch then return what end
  kept = '2'
  return 'keep'
end

local retry = taskset .. ':retry'
for _ = 1, math.min(redis.call('LLEN', retry), 50) do
  local entry = redis.call('LPOP', retry)
  local since, task = string.match(entry, '^(%d+)\t(.*)$')
  if task and by_launch and next_launch(taskset, task) ~= own_launch then
    redis.call('RPUSH', retry, entry)
    if field(task, 'quiet') ~= '' then stand_aside(task) end
  elseif task then
    local what = with_resources(task, of_own_launch(task, visit(task, tonumber(since))))
    if what == 'take' then return take(task, false) end
    if what ~= 'drop' then redis.call('RPUSH', retry, entry) end
    if what == 'companion' then return take(task, true) end
  end
end
-- The list of this launch from which the next task without resources comes, by choose_affinity: its key, the hash and the
-- field with its sum; nil if there is none. To know all other JVMs takes a while, so that is done a few times at most.
local looks = 0
local function affinity_list()
  local function of(choice)
    if choice == 'plain' then return launch_queue(taskset, own_launch), taskset .. ':launches', own_launch end
    if choice then return affinity_queue(taskset, choice.name), taskset .. ':affinities', choice.name end
    return nil
  end
  local head = redis.call('LINDEX', launch_queue(taskset, own_launch), 0)
  local plain = head and estimate_ms(head) or nil
  local own = {}
  for key in string.gmatch(s[8] or '', '[^\n]+') do
    local name = key .. '\t' .. own_launch
    local sum = tonumber(redis.call('HGET', taskset .. ':affinities', name) or '')
    if sum then own[#own + 1] = {name = name, sum = sum, mine = true} end
  end
  if #own > 0 then return of(choose_affinity(own, plain, 0, 1)) end
  looks = looks + 1
  if looks > 5 then return nil end
  local may = {}
  for other in pairs(live_others()) do
    if not leaving[worker_of(other)] then may[other] = launches[other] end
  end
  local l = affinity_loads(taskset, may, ms)[own_launch]
  if not l then return of(plain and 'plain' or nil) end
  local rest = l.busy + l.sum + math.max(0, tonumber(redis.call('HGET', taskset .. ':launches', own_launch) or '') or 0)
  return of(choose_affinity(l.groups, plain, rest / (l.jvms + 1), l.jvms + 1))
end
-- The first task of this launch that may begin: of the heads of the lanes whose resources are free, and of the list of
-- what needs none, the one that stands first in the order of the taskset.
local function next_that_may_begin()
  -- A list may have nothing but entries that do not count any more.
  for _ = 1, 20 do
    local list, sums, of, first
    local function look(l, s, name)
      local head = redis.call('LINDEX', l, 0)
      local index = head and (tonumber(field(head, 'index')) or 0)
      if head and (not first or index < first) then list, sums, of, first = l, s, name, index end
    end
    if has_affinities then
      local l, s, name = affinity_list()
      if l then look(l, s, name) end
    else
      look(launch_queue(taskset, own_launch), taskset .. ':launches', own_launch)
    end
    -- What needs its host to itself comes last: until then no other JVM has to stand still for it.
    for _, last in ipairs({false, true}) do
      for _, lane in ipairs(last and list and {} or redis.call('HKEYS', taskset .. ':lanes')) do
        local names, launch = string.match(lane, '^([^:]*):(.*)$')
        if launch == own_launch and needs_host(taskset, names) == last
            and room_for(taskset, names, own_worker, slave) > 0 then
          look(lane_queue(taskset, lane), taskset .. ':lanes', lane)
        end
      end
    end
    if not list then return nil end
    local task = next_of(taskset, list, sums, of)
    if task then return task end
  end
  return nil
end
-- A foreign slave may give back a task: then it stands in task_queue, but in no list, and no slave of ours finds it. When all lists are
-- empty, the first 100 tasks of task_queue are put into their lists again. Returns whether there was one.
local listed = not (by_launch or limited or has_affinities)
local function list_again()
  if listed then return false end
  listed = true
  for _, sums in ipairs({':launches', ':lanes', ':affinities'}) do
    if redis.call('EXISTS', taskset .. sums) == 1 then return false end
  end
  local any = false
  for _, task in ipairs(redis.call('LRANGE', taskset .. ':task_queue', 0, 99)) do
    local list, sums, name
    if redis.call('TYPE', task).ok == 'hash' then list, sums, name = list_of(taskset, task) end
    if list then
      redis.call('RPUSH', list, task)
      add_to_sum(sums, name, estimate_ms(task))
      any = true
    end
  end
  return any
end
local function next_task()
  if limited or has_affinities then return next_that_may_begin() end
  if by_launch then return next_of_launch(taskset, own_launch) end
  return redis.call('LPOP', taskset .. ':task_queue')
end
local moved = 0
-- Bounded, so that the script stays short even if somebody filled the queue with what is decided.
for _ = 1, 200 do
  local task = next_task()
  if not task and list_again() then task = next_task() end
  if not task then break end
  local what = 'take'
  local over, not_after, not_beside, divided = decided(task)
  if over or divided or redis.call('EXISTS', task .. ':trial') == 1 or (not_after ~= '' and spoilt(not_after))
      or (not_beside ~= '' and collides(not_beside)) then
    what = with_resources(task, of_own_launch(task, visit(task, tonumber(ms))))
  end
  if what == 'take' then return take(task, false) end
  if what ~= 'drop' then
    redis.call('RPUSH', retry, ms .. '\t' .. task)
    moved = moved + 1
  end
  if what == 'companion' then return take(task, true) end
end
-- What waits for a resource wakes this slave when that is given back. What others have the affinity for is taken by them,
-- and their end wakes this slave.
if redis.call('LLEN', taskset .. ':task_queue') > 0 then
  kept = limited and '2' or has_affinities and kept or '1'
end
local change = false
if by_launch then
  live_others()
  change = room or other_finds_work(taskset, own_launch, launches, own_worker, ms) or is_in_the_way()
end
-- The token that woke this slave was meant for one that can take the task: it is passed on, once.
redis.call('SREM', taskset .. ':waiting', slave)
wake(taskset, moved)
if fresh then
  if wanted ~= '' then redis.call('HSET', wanted, 'fresh_asked_ms', ms) end
  return {'fresh'}
end
if change then return {'change'} end

-- Nothing is left to begin. A second trial of what runs on another host, if one was offered: never two in one
-- workspace, and never a third.
local function copy(task)
  local over, _, _, divided = decided(task)
  if over then return 'drop' end
  if by_launch and field(task, 'launch') ~= own_launch then return 'keep' end
  local open, host = 0, ''
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local t = redis.call('HMGET', trial, 'status', 'verdict', 'slave')
    if (t[1] or '') == '' and (t[2] or '') == '' then
      open = open + 1
      host = field(t[3] or '', 'host')
    end
  end
  if open ~= 1 or host == '' or field(task, 'probe') ~= '' then return 'drop' end
  if host == field(slave, 'host') or tried(task)[slave] or (divided and follows_a_part(task)) then return 'keep' end
  return with_resources(task, 'take')
end
local copies = taskset .. ':copies'
for _ = 1, math.min(redis.call('LLEN', copies), 20) do
  local task = redis.call('LPOP', copies)
  local what = copy(task)
  if what == 'take' then return take(task, false) end
  if what == 'keep' then redis.call('RPUSH', copies, task) end
end
redis.pcall('SADD', taskset .. ':waiting', slave)
return {'wait', kept}
