--#include clock
--#include field
--#include launches
--#include wake
--#include over
--#include end_by_counts
--#include decide
--#include foreign
--#include judge_health
--#include note
--#include parts
--#include task_of
--#include resources
--#include leaves
--#include probe_places
--#include beside
--#include probe
--#include once
--#include quick
-- Judges trials: the one place where a trial gets its verdict and a task its status.
-- KEYS: 1 processing list of this server, 2 queue of messages
-- ARGV: 1 most lost trials a task may have, 2 how many messages the list may hold afterwards (0: none are taken),
--       then the messages ('trial TAB key'), all in the processing list
-- Returns per message what came of it: passed, pending, bad, lost, probe, superseded, or 'open' (has no status, or its companion goes on),
-- 'judged' (has a verdict), 'unknown' (no such trial) or 'broken TAB taskset TAB error' (a key is not what it should be;
-- the taskset is '' if it was not running, or not reached); the message leaves the list in any case. Then, unless
-- ARGV 2 is 0, what the list holds: the next messages, without a call of their own.
local at, ms = clock()
local results = {}
-- The running taskset of the trial that is being judged.
local judging = ''

-- Whether another trial of the task has no verdict yet (it runs, or its message is on the way: judged by two
-- messages at once, the task would be queued twice); whether a live foreign slave has tried it; and the
-- workers on which it has failed before.
local function siblings(task, trial)
  local open, foreign, before = false, false, {}
  for _, other in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local o = redis.call('HMGET', other, 'verdict', 'slave', 'task')
    if other ~= trial and o[3] and (not o[1] or o[1] == '') then open = true end
    if foreign_lives(o[2] or '') then foreign = true end
    if other ~= trial and o[1] == 'bad' then before[worker_of(o[2] or '')] = true end
  end
  return open, foreign, before
end

-- The loser of two copies is over in this moment, and its slave is told: what it brings later changes nothing.
local function supersede(task, winner)
  for _, other in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local o = redis.call('HMGET', other, 'verdict', 'status', 'slave')
    if other ~= winner and (o[1] or '') == '' and (o[2] or '') == '' then
      redis.call('HSET', other, 'verdict', 'superseded')
      if o[3] and field(o[3], 'open_trial') == other then redis.call('HSET', o[3], 'superseded', other) end
    end
  end
end

-- Whether the taskset's budget of retries has one left for a bad trial; takes it.
local function afford(taskset)
  local b = redis.call('HMGET', taskset, 'max_retries_total', 'retries', 'retries_spent_ms')
  local most, used = tonumber(b[1] or ''), tonumber(b[2] or '') or 0
  if not most or used < most then
    redis.call('HSET', taskset, 'retries', string.format('%.0f', used + 1))
    return true
  end
  if (b[3] or '') == '' then
    redis.call('HSET', taskset, 'retries_spent_ms', ms)
    -- pcall: whatever else stands in that key, the task is decided.
    redis.pcall('APPEND', taskset .. ':log', at .. ' the budget of ' .. string.format('%.0f', most)
        .. ' retries is used up: from here on a bad trial decides its task at once\n')
  end
  return false
end

-- How many idle slaves may be woken before one of another worker is: those of this slave's worker leave it the task.
-- Who waits does not change while trials are judged: counted once, by worker.
local idle = {}
local function ahead(taskset, slave)
  local waiting = taskset .. ':waiting'
  -- So many, and the others are among them.
  if redis.call('SCARD', waiting) > 64 then return 64 end
  if not idle[taskset] then
    idle[taskset] = {}
    for _, other in ipairs(redis.call('SMEMBERS', waiting)) do
      local worker = worker_of(other)
      idle[taskset][worker] = (idle[taskset][worker] or 0) + 1
    end
  end
  local worker = worker_of(slave)
  local own = idle[taskset][worker] or 0
  for other in pairs(idle[taskset]) do
    if other ~= worker then return own end
  end
  return 0
end

-- Says why a task fails that was lost and is not begun a second time.
local function give_up_once(taskset, task, trial, at)
  local why, reason = 'lost with its worker, and not repeated', field(trial, 'reason')
  redis.call('HSET', trial, 'reason', reason == '' and why or reason .. '; ' .. why)
  if (tonumber(field(taskset, 'task_count')) or 0) == 1 then redis.call('HSET', taskset, 'reason', why) end
end

-- Queues a task again after a trial.
local function queue_again(taskset, task, trial, foreign)
  if foreign then
    leave_unstarted(taskset, task)
    redis.call('RPUSH', taskset .. ':retry', ms .. '\t' .. task)
  else
    queue_first(taskset, task)
  end
  redis.call('PUBLISH', taskset .. ':events', 'retry\t' .. trial)
  wake(taskset, redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry')
      + ahead(taskset, field(trial, 'slave')))
end

-- Whether a second look at a task, which would fail, begins: it may explain the failure.
local function looks_again(taskset, task, trial)
  if stopped(taskset) or not begin_probes(taskset, task, afford, at, ms) then return false end
  redis.call('PUBLISH', taskset .. ':events', 'retry\t' .. trial)
  wake(taskset, redis.call('LLEN', taskset .. ':task_queue') + redis.call('LLEN', taskset .. ':retry'))
  return true
end

local function most_bad_trials(taskset, task)
  return tonumber(field(task, 'max_trials')) or tonumber(field(taskset, 'max_trials')) or 1
end

-- Decides a task by its pass as is, after the last trial in a JVM made for speed.
-- trial: the last one; refused: whether it has failed there again
local function end_with_pass(taskset, task, pass, trial, refused)
  end_confirmation(taskset, task, refused and 'refused' or 'flaky', at)
  if refused or (tonumber(field(task, 'bad')) or 0) < most_bad_trials(taskset, task) then
    local good = field(pass, 'status')
    redis.call('HSET', pass, 'verdict', good)
    decide(taskset, task, pass, good, at, ms)
  else
    redis.call('HSET', pass, 'verdict', 'probe')
    if not looks_again(taskset, task, trial) then
      note(taskset, at, 'failed once and passed twice, and max_trials leaves it no retry: ' .. field(task, 'spec_file'))
      decide(taskset, task, trial, 'failed', at, ms)
      end_searches_beside(taskset, at, ms)
    end
  end
end

-- The pass as is of a task whose trial in a JVM made for speed does not come, since these do not start.
local function judge_unconfirmed(taskset, task, pass)
  local last = redis.call('LINDEX', task .. ':trial', -1)
  -- It had begun; its end comes here.
  if last ~= pass and field(last, 'verdict') == '' then return 'open' end
  end_with_pass(taskset, task, pass, pass, false)
  return field(pass, 'verdict')
end

-- The trial in a JVM made for speed after a pass as is: whether that counts.
local function judge_confirmation(taskset, task, trial, status, lost)
  local pass = field(task, 'quick_pass')
  local off = is_unstarted(taskset, field(task, 'quick_launch'))
  if trial == pass then return off and judge_unconfirmed(taskset, task, pass) or 'open' end
  if redis.call('LINDEX', task .. ':trial', -1) ~= trial then
    redis.call('HSET', trial, 'verdict', 'superseded')
    return 'superseded'
  end
  if lost then
    redis.call('HSET', trial, 'verdict', 'lost')
    increase(task, 'lost')
    if (tonumber(field(task, 'lost')) or 0) <= tonumber(ARGV[1]) and not stopped(taskset) and not off then
      queue_again(taskset, task, trial, false)
      return 'lost'
    end
  else
    redis.call('HSET', trial, 'verdict', 'probe')
  end
  end_with_pass(taskset, task, pass, trial, not lost and status ~= 'passed' and status ~= 'pending')
  return lost and 'lost' or 'probe'
end

-- A pass in a JVM made for speed, with other tests than before: the class runs as is.
local function judge_other_tests(taskset, task, trial)
  redis.call('HSET', trial, 'verdict', 'superseded')
  local open, foreign = siblings(task, trial)
  -- The other copy, which ran in such a JVM, too, is judged likewise.
  if open then return 'superseded' end
  begin_other_tests(task, trial)
  if stopped(taskset) then
    drop(taskset, task, decide, at, ms)
  else
    queue_again(taskset, task, trial, foreign)
  end
  return 'superseded'
end

-- A trial of a part of a class.
local function judge_part(taskset, class, task, trial, status, lost, worker, doubts)
  local name = field(task, 'spec_file')
  if lost then
    redis.call('HSET', trial, 'verdict', 'lost')
    increase(task, 'lost')
    local times = tonumber(field(task, 'lost')) or 0
    if times > tonumber(ARGV[1]) then
      void_parts(taskset, class, task, 'its part ' .. string.match(task, '%d+/%d+$') .. ' was lost ' .. times .. ' times', at)
      end_part(taskset, class, task, 'void', at, ms)
    elseif stopped(taskset) or field(class, 'void') ~= '' then
      end_part(taskset, class, task, 'void', at, ms)
    else
      note(taskset, at, 'queued again after a lost trial (' .. status .. '): ' .. name)
      queue_again(taskset, task, trial, false)
    end
    return 'lost'
  end
  local good = status == 'passed' or status == 'pending'
  local refused = field(trial, 'part_refused')
  if refused ~= '' then
    redis.call('HSET', trial, 'verdict', 'superseded')
    void_parts(taskset, class, task, refused, at)
    end_part(taskset, class, task, 'void', at, ms)
    return 'superseded'
  end
  if good then
    redis.call('HSET', trial, 'verdict', status)
    -- For the part, which has no bad trial: other tests of the class say nothing about where it failed.
    if doubts then speak_for(taskset, task, worker, status == 'passed', at, ms) end
    end_part(taskset, class, task, status, at, ms)
    return status
  end
  if stopped(taskset) and field(class, 'bad') ~= '' then
    -- The class has failed already, and runs no more.
    redis.call('HSET', trial, 'verdict', 'superseded')
    end_part(taskset, class, task, 'void', at, ms)
    return 'superseded'
  end
  redis.call('HSET', trial, 'verdict', 'bad')
  increase(class, 'bad')
  if field(class, 'quick') == 'tried' then
    -- Whether the kind of JVM is to blame nobody looks: the class is judged as the project starts its JVMs.
    redis.call('HSET', class, 'launch', field(class, 'as_is'))
    redis.call('HDEL', class, 'quick')
  end
  -- A class asks once whether it is the worker's fault, however many of its parts fail there.
  local _, _, before = siblings(class, trial)
  redis.call('PUBLISH', taskset .. ':events', 'retry\t' .. pass_on(class, trial))
  speak_against(taskset, worker, before[worker] and before or {}, true, ms)
  local why = 'its part ' .. string.match(task, '%d+/%d+$') .. ' failed'
  void_parts(taskset, class, task, why, at)
  if not string.find(field(class, 'void'), '^its part %d+/%d+ failed$') and not stopped(taskset) then
    -- That says more than what a slave refused, or lost, before.
    redis.call('HSET', class, 'void', why)
  end
  end_part(taskset, class, task, 'failed', at, ms)
  return 'bad'
end

local judge
function judge(trial)
  local t = redis.call('HMGET', trial, 'task', 'status', 'verdict', 'lost', 'slave', 'probe')
  local task, status = t[1], t[2]
  if not task then return 'unknown' end
  if not status or status == '' then return 'open' end
  -- A message that comes twice (its server died after judging, or a slave finished twice) changes nothing.
  if t[3] and t[3] ~= '' then return 'judged' end
  local taskset = field(task, 'taskset')
  -- What a damaged field says must not count in another run.
  if string.sub(task, 1, #taskset + 6) ~= taskset .. ':task:' then taskset = '' end
  local of_task = redis.call('HMGET', task, 'status', 'copied', 'part_of')
  local decided = (of_task[1] or '') ~= ''
  -- Not '' for none: a Redis user with rights on our namespace alone may not ask for that key.
  local of_taskset = taskset == '' and {} or redis.call('HMGET', taskset, 'status', 'doubts')
  if decided or of_taskset[1] ~= 'running' then
    redis.call('HSET', trial, 'verdict', 'superseded')
    return 'superseded'
  end
  judging = taskset
  local doubts = (of_taskset[2] or '') ~= ''
  if (of_task[3] or '') ~= '' then
    local worker = worker_of(t[5] or '')
    local lost = t[4] == '1' or (doubts and restraint(taskset, worker, ms) == 'off')
    return judge_part(taskset, of_task[3], task, trial, status, lost, worker, doubts)
  end
  local kind = t[6] or ''
  if kind == 'companion' then
    local beside = trial_beside(task, trial)
    judge_companion(taskset, task, trial, beside, tonumber(ARGV[1]), at, ms)
    -- Its judgement has waited for this.
    if beside then judge(beside) end
    return 'probe'
  end
  local company = kind == 'beside' and release_companion(trial) or ''
  if company == 'goes on' and t[4] ~= '1' then return 'open' end
  if company == 'gave up' then
    redis.call('HSET', trial, 'verdict', 'probe')
    end_probes(taskset, task, trial, cjson.decode(field(task, 'probe_plan')), 'company', at, ms,
        field(field(trial, 'beside'), 'reason'))
    return 'probe'
  end
  -- Without its companion it tells nothing.
  local alone = company == 'goes on' or company == 'gone'
  if alone then
    redis.call('HDEL', task, 'probe_companion')
    -- Nobody waits for it any more; it ends when its class has ended.
    if company == 'goes on' then redis.call('HSET', field(trial, 'beside'), 'verdict', 'probe') end
  end
  if kind ~= '' and t[4] ~= '1' and not alone then
    return judge_probe(taskset, task, trial, status, afford, at, ms)
  end
  local quick = field(task, 'quick')
  if quick == 'confirm' then return judge_confirmation(taskset, task, trial, status, t[4] == '1') end
  if not alone and (status == 'passed' or status == 'pending') then
    if quick == 'failed' and (tonumber(field(task, 'bad')) or 0) == 1 and not stopped(taskset) then
      begin_confirmation(taskset, task, trial, at)
      if is_unstarted(taskset, field(task, 'launch')) then return judge_unconfirmed(taskset, task, trial) end
      queue_again(taskset, task, trial, false)
      return 'open'
    end
    if quick == 'tried' and kind == '' and not once(taskset) and differs(taskset, task, trial, at) then
      return judge_other_tests(taskset, task, trial)
    end
    if quick == 'differs' then end_other_tests(task, trial) end
    redis.call('HSET', trial, 'verdict', status)
    if doubts then speak_for(taskset, task, worker_of(t[5] or ''), status == 'passed', at, ms) end
    if (of_task[2] or '') ~= '' then supersede(task, trial) end
    decide(taskset, task, trial, status, at, ms)
    return status
  end
  local worker = worker_of(t[5] or '')
  -- What a worker that was taken off brings all the same says nothing about the task.
  local lost_by_others = t[4] == '1' or alone or (doubts and restraint(taskset, worker, ms) == 'off')
  local verdict = lost_by_others and 'lost' or 'bad'
  redis.call('HSET', trial, 'verdict', verdict)
  increase(task, verdict)
  local open, foreign, before = siblings(task, trial)
  -- While the other copy has no verdict nothing is decided: its end comes here, too.
  if open then return verdict end
  if quick == 'tried' and verdict == 'bad' and kind == '' and not once(taskset) then
    begin_as_is(taskset, task, at)
    if stopped(taskset) then
      drop(taskset, task, decide, at, ms)
    else
      queue_again(taskset, task, trial, foreign)
    end
    return verdict
  end
  local bad, lost = tonumber(field(task, 'bad')) or 0, tonumber(field(task, 'lost')) or 0
  local only = once(taskset)
  -- The bad trial in a JVM made for speed is none of those that max_trials allows.
  local most = only and 1 or most_bad_trials(taskset, task) + (quick == 'failed' and 1 or 0)
  -- However many of its parts have failed, they are one try.
  local of_parts = bad_of_parts(task)
  local tries = bad - math.max(0, of_parts - 1)
  -- The budget is asked last, since asking takes a retry; what was lost does not touch it.
  -- A lost probe comes after the last bad trial, and decides nothing.
  local probe = kind ~= ''
  local too_lost = lost > tonumber(ARGV[1]) or (only and verdict == 'lost')
  local failed = too_lost or (tries >= most and bad > of_parts and not probe)
      or (verdict == 'bad' and not afford(taskset))
  if verdict == 'bad' then speak_against(taskset, worker, before, not failed, ms) end
  if failed and not too_lost and not only and looks_again(taskset, task, trial) then return verdict end
  if failed then
    local plan = field(task, 'probe_plan')
    if plan ~= '' then
      end_probes(taskset, task, trial, cjson.decode(plan), 'lost', at, ms)
      return verdict
    end
    if only and verdict == 'lost' then give_up_once(taskset, task, trial, at) end
    note(taskset, at, 'failed after ' .. bad .. ' bad and ' .. lost .. ' lost trials: ' .. field(task, 'spec_file'))
    decide(taskset, task, trial, 'failed', at, ms)
    end_searches_beside(taskset, at, ms)
    return verdict
  end
  if stopped(taskset) then
    drop(taskset, task, decide, at, ms)
    return verdict
  end
  note(taskset, at, 'queued again after a ' .. verdict .. ' trial (' .. status .. ' on ' .. (t[5] or '') .. '): '
      .. field(task, 'spec_file'))
  -- A foreign slave pushes a task back each time that it has tried it: it must not see the task again. Nor may it take a
  -- probe.
  queue_again(taskset, task, trial, foreign or probe)
  return verdict
end

for i = 3, #ARGV do
  -- Taken over by another server meanwhile: it judges.
  if redis.call('LREM', KEYS[1], 1, ARGV[i]) == 1 then
    judging = ''
    -- What one message leads to must not keep the others from being judged. Only what stands in the keys can fail
    -- here: a Redis that takes no writes has refused the LREM.
    local fine, result = pcall(judge, string.sub(ARGV[i], 7))
    if not fine then
      if type(result) == 'table' then result = result.err end
      result = 'broken\t' .. judging .. '\t' .. tostring(result)
    end
    results[#results + 1] = result
  else
    results[#results + 1] = 'judged'
  end
end
local most = tonumber(ARGV[2])
if most > 0 then
  for _ = 1, most - redis.call('LLEN', KEYS[1]) do
    if not redis.call('LMOVE', KEYS[2], KEYS[1], 'LEFT', 'RIGHT') then break end
  end
  for _, message in ipairs(redis.call('LRANGE', KEYS[1], 0, most - 1)) do results[#results + 1] = message end
end
return results
