-- A task may run in a JVM that only makes it quicker; its field as_is has the launch that decides. If it fails there, it
-- runs again as is. A pass there counts only if the task then fails in a quick JVM once more, which has run nothing before
-- it: so the failure comes from that JVM. The field quick says how far this is:
-- tried: nothing has failed; failed: it failed in the quick JVM, and its trials are as is; confirm: it passed as is, the
-- trial in quick_pass, whose judgement waits for one more quick trial; refused: it fails in quick JVMs and passes as is;
-- flaky: it passed in the quick JVM in the end, so max_trials decides.

-- A first failure in a quick JVM: the next trial is as is, and takes nothing of any budget.
local function begin_as_is(taskset, task, at)
  redis.call('HSET', task, 'quick', 'failed', 'launch', field(task, 'as_is'), 'quick_launch', field(task, 'launch'))
  note(taskset, at, 'failed in a quick JVM, runs again as is: ' .. field(task, 'spec_file'))
end
-- A pass after that.
local function begin_confirmation(taskset, task, trial, at)
  redis.call('HSET', task, 'quick', 'confirm', 'launch', field(task, 'quick_launch'), 'quick_pass', trial)
  note(taskset, at, 'passed as is, runs once more in a quick JVM: ' .. field(task, 'spec_file'))
end
-- After the last quick trial.
-- outcome: 'refused' or 'flaky'
local function end_confirmation(taskset, task, outcome, at)
  redis.call('HSET', task, 'quick', outcome, 'launch', field(task, 'as_is'))
  note(taskset, at, (outcome == 'refused' and 'fails in quick JVMs only: ' or 'failed in a quick JVM, and passed there: ')
      .. field(task, 'spec_file'))
end
