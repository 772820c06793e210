-- A task may run in a JVM of a kind that is made for speed, quick or serial, which its launch ends with; its field as_is
-- has the launch that decides. If it fails there, it runs again as is. A pass there counts only if the task then fails once
-- more in a JVM of that kind, which has run nothing before it: so the failure comes from that JVM. The field quick, of both
-- kinds, says how far this is:
-- tried: nothing has failed; failed: it failed there, and its trials are as is; confirm: it passed as is, the trial in
-- quick_pass, whose judgement waits for one more trial there; refused: it fails there and passes as is; flaky: it passed
-- there in the end, so max_trials decides.

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
