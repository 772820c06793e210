-- A task may run in a JVM of a kind that is made for speed, quick or serial, which its launch ends with; its field as_is
-- has the launch that decides. If it fails there, it runs again as is. A pass there counts only if the task then fails once
-- more in a JVM of that kind, which has run nothing before it: so the failure comes from that JVM. The field quick, of both
-- kinds, says how far this is:
-- tried: nothing has failed; failed: it failed there, and its trials are as is; confirm: it passed as is, the trial in
-- quick_pass, whose judgement waits for one more trial there; refused: it fails there and passes as is; flaky: it passed
-- there in the end, so max_trials decides; differs: it had other tests there than when it last passed (past_tests, of which
-- past_passed passed; past_ran says which ones), so its trials are as is.

-- The kind of a launch that is made for speed.
local function kind_of(launch) return string.match(launch, '~(%l+)$') or 'quick' end
-- A first failure in such a JVM: the next trial is as is, and takes nothing of any budget.
local function begin_as_is(taskset, task, at)
  local launch = field(task, 'launch')
  redis.call('HSET', task, 'quick', 'failed', 'launch', field(task, 'as_is'), 'quick_launch', launch)
  note(taskset, at, 'failed in a ' .. kind_of(launch) .. ' JVM, ' .. (stopped(taskset) and 'not run as is: ' or 'runs again as is: ') .. field(task, 'spec_file'))
end
-- A pass after that.
local function begin_confirmation(taskset, task, trial, at)
  local launch = field(task, 'quick_launch')
  redis.call('HSET', task, 'quick', 'confirm', 'launch', launch, 'quick_pass', trial)
  note(taskset, at, 'passed as is, runs once more in a ' .. kind_of(launch) .. ' JVM: ' .. field(task, 'spec_file'))
end
-- After the last trial there.
-- outcome: 'refused' or 'flaky'
local function end_confirmation(taskset, task, outcome, at)
  redis.call('HSET', task, 'quick', outcome, 'launch', field(task, 'as_is'))
  local kind = kind_of(field(task, 'quick_launch'))
  note(taskset, at, (outcome == 'refused' and 'fails in ' .. kind .. ' JVMs only: '
      or 'failed in a ' .. kind .. ' JVM, and passed there: ') .. field(task, 'spec_file'))
end
-- What a trial ran: how many tests it had, how many of them it ran to their end, and which ones ('': unknown).
local function tests_of(trial)
  local t = redis.call('HMGET', trial, 'passed', 'pending', 'muted', 'ran')
  local passed = tonumber(t[1] or '') or 0
  -- What failed and is muted counts as pending, and has run.
  return passed + (tonumber(t[2] or '') or 0), passed + (tonumber(t[3] or '') or 0), t[4] or ''
end
-- The same as one text.
local function text_of_tests(trial)
  local tests, count, ran = tests_of(trial)
  return tests .. ' ' .. count .. ' ' .. ran
end
-- Whether a trial that passed in such a JVM left out tests, or had others, than when its class last passed: what is skipped
-- there (by a condition, an assumption) may fail as is. Says so.
local function differs(taskset, task, trial, at)
  local past = redis.call('HMGET', task, 'past_tests', 'past_passed', 'past_ran')
  local had, passed, before = tonumber(past[1] or ''), tonumber(past[2] or ''), past[3] or ''
  if not had or not passed then return false end
  local tests, count, ran = tests_of(trial)
  local others = before ~= '' and ran ~= '' and before ~= ran
  if tests == had and count >= passed and not others then return false end
  local there = count .. ' of ' .. tests .. ' tests in a ' .. kind_of(field(task, 'launch')) .. ' JVM'
  note(taskset, at, 'ran ' .. there .. ', and ' .. passed .. ' of ' .. had .. (others and ', not all the same,' or '')
      .. ' when it last passed: ' .. field(task, 'spec_file'))
  return true
end
-- The next trials are as is, and that one counts for nothing.
local function begin_other_tests(task, trial)
  redis.call('HSET', task, 'quick', 'differs', 'quick_launch', field(task, 'launch'), 'launch', field(task, 'as_is'),
      'quick_tests', text_of_tests(trial))
end
-- After a pass as is: if it has the tests that it had in the other JVM, the class has changed, and not by the kind of JVM.
local function end_other_tests(task, trial)
  if field(task, 'quick_tests') == text_of_tests(trial) then redis.call('HDEL', task, 'quick', 'quick_launch', 'quick_tests') end
end
