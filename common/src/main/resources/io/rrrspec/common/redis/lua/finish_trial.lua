--#include clock
--#include field
--#include learned
-- A slave reports what its trial brought.
-- KEYS: 1 trial, 2 slave, 3 arbiter_queue, 4 taskset
-- ARGV: 1 status, 2 stdout, 3 stderr, 4 passed, 5 pending, 6 failed, 7 cases, 8 reason, 9 threads_left,
--       10 how many bad trials of the task the result was compared with ('': it needs no such thing),
--       11 processor time of the process in ms ('': unknown), 12 that of the thread that ran it (likewise),
--       13 the affinity of its class ('': none), 14 '1' if that was not there before, 15 those that its JVM has now, a line
--       each,
--       16 how long that thread was ready and got no processor (as 12),
--       of a part of a class ('' otherwise): 17 how many tests the class has, 18 a digest of their ids, 19 how many of them are the
--       part's, 20 how many of these have ended, 21 why the class cannot run in parts ('': it can), 22 what its tests took together, in ms,
--       23 a digest of the class files that a good trial of a whole class ran with ('': unknown),
--       24 how many of the pending tests failed and are muted ('': none),
--       25 which tests ran ('': unknown),
--       26 'claims' if its slave asks for the next task in the same step (absent: it does not)
-- Returns 'done', 'late' if somebody else has closed the trial meanwhile, or 'compare' if a good result was not compared
-- with all bad trials of its task: then nothing is changed.
local t = redis.call('HMGET', KEYS[1], 'slave', 'status', 'closed_by', 'task')
if t[1] ~= KEYS[2] then return 'late' end
if t[2] and t[2] ~= '' then
  -- This very slave wrote this very result, and the answer was lost.
  if t[3] == KEYS[2] and t[2] == ARGV[1] then return 'done' end
  return 'late'
end
local compared, trials = tonumber(ARGV[10] or ''), (t[4] or '') .. ':trial'
-- A copy may have failed while this one ran, and this one may have skipped what failed there.
if compared and (ARGV[1] == 'passed' or ARGV[1] == 'pending')
    and redis.call('LLEN', trials) > compared + 1 then
  local bad = 0
  for _, other in ipairs(redis.call('LRANGE', trials, 0, -1)) do
    local o = redis.call('HMGET', other, 'status', 'verdict', 'lost')
    local status, verdict = o[1] or '', o[2] or ''
    if other ~= KEYS[1] and status ~= '' and status ~= 'passed' and status ~= 'pending'
        and (verdict == '' or verdict == 'bad') and o[3] ~= '1' then
      bad = bad + 1
    end
  end
  if bad > compared then return 'compare' end
end
local at, ms = clock()
redis.call('HSET', KEYS[1], 'status', ARGV[1], 'stdout', ARGV[2], 'stderr', ARGV[3], 'passed', ARGV[4],
    'pending', ARGV[5], 'failed', ARGV[6], 'cases', ARGV[7], 'finished_at', at .. ' UTC', 'finished_ms', ms,
    'closed_by', KEYS[2])
if ARGV[8] ~= '' then redis.call('HSET', KEYS[1], 'reason', ARGV[8]) end
if ARGV[9] ~= '0' then redis.call('HSET', KEYS[1], 'threads_left', ARGV[9]) end
if ARGV[11] ~= '' then redis.call('HSET', KEYS[1], 'cpu_ms', ARGV[11]) end
if ARGV[12] ~= '' then redis.call('HSET', KEYS[1], 'thread_cpu_ms', ARGV[12]) end
if (ARGV[16] or '') ~= '' then redis.call('HSET', KEYS[1], 'thread_ready_ms', ARGV[16]) end
if (ARGV[13] or '') ~= '' then
  redis.call('HSET', KEYS[1], 'affinity', ARGV[13])
  if ARGV[14] == '1' then redis.call('HSET', KEYS[1], 'affinity_started', '1') end
end
if (ARGV[17] or '') ~= '' then
  redis.call('HSET', KEYS[1], 'part_whole', ARGV[17], 'part_digest', ARGV[18], 'part_given', ARGV[19], 'part_ran', ARGV[20],
      'part_refused', ARGV[21], 'part_tests_ms', ARGV[22])
end
if (ARGV[23] or '') ~= '' then redis.call('HSET', KEYS[1], 'class_files', ARGV[23]) end
if (ARGV[24] or '') ~= '' then redis.call('HSET', KEYS[1], 'muted', ARGV[24]) end
if (ARGV[25] or '') ~= '' then redis.call('HSET', KEYS[1], 'ran', ARGV[25]) end
local s = redis.call('HMGET', KEYS[2], 'open_trial', 'affinities')
if s[1] == KEYS[1] then
  redis.call('HDEL', KEYS[2], 'open_trial')
  local has = with_learned(s[2] or '', ARGV[15] or '')
  if (s[2] or '') ~= has then redis.call('HSET', KEYS[2], 'affinities', has) end
end
local ttl = redis.call('TTL', KEYS[4])
-- Whoever writes to a key of a taskset that is over sets its time to live.
if ttl >= 0 then redis.call('EXPIRE', KEYS[1], ttl) end
redis.call('RPUSH', KEYS[3], 'trial\t' .. KEYS[1])
if ARGV[26] ~= 'claims' and field(KEYS[4], 'resources') ~= '' then
--#include resource_wake
  wake_for_resources(KEYS[4], worker_of(KEYS[2]))
end
return 'done'
