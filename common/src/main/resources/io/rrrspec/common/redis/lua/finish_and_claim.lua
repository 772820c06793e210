-- A slave reports a result and asks for the next task: both transitions in one command, each as it is by itself.
-- KEYS: 1 trial, 2 slave, 3 arbiter_queue, 4 taskset
-- ARGV: 1 UUID for the next trial, 2 life of the slave, then as finish_trial, without its 'claims'
-- Returns what claim_task returns, {'wait', '1'} after a failure in a taskset with fail_fast, or {'compare'} if
-- finish_trial says so. Whether the result was late does not matter to the slave.
-- Each has a guard against a repeat, so the two together have one as well.
local function finish_trial(KEYS, ARGV)
--#script finish_trial
end
local function claim_task(KEYS, ARGV)
--#script claim_task
end
local finish = {unpack(ARGV, 3, 27)}
finish[26] = 'claims'
if finish_trial(KEYS, finish) == 'compare' then return {'compare'} end
local claim
if ARGV[3] ~= 'passed' and ARGV[3] ~= 'pending' and redis.call('HEXISTS', KEYS[4], 'fail_fast') == 1 then
  -- A failure may stop a taskset with fail_fast: its slave begins nothing before the arbiter has judged it.
  redis.pcall('SADD', KEYS[4] .. ':waiting', KEYS[2])
  claim = {'wait', '1'}
else
  claim = claim_task({KEYS[4], KEYS[2]}, {ARGV[1], ARGV[2]})
end
-- What it has given back and not taken again. Included here, so that others do not pay for it.
if redis.call('HEXISTS', KEYS[4], 'resources') == 1 then
--#include field
--#include resource_wake
  wake_for_resources(KEYS[4], worker_of(KEYS[2]))
end
return claim
