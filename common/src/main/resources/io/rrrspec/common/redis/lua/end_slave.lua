--#include clock
--#include field
--#include resource_wake
--#include close
-- A slave process has ended, or is given up.
-- KEYS: 1 slave, 2 taskset
-- ARGV: 1 status of the slave, 2 status of its open trial, 3 '1' if that trial is lost and not bad, 4 reason,
--       5 its last output, 6 life that is meant ('' for any), 7 lifetime in s of what is written,
--       8 the tests that ran as JSON ('' if nobody knows), 9 how many these are
-- Returns the trial that was closed, '' if none was open, or 'other' if the id has a newer life.
if ARGV[6] ~= '' and field(KEYS[1], 'life') ~= ARGV[6] then return 'other' end
local at, ms = clock()
local trial = close(KEYS[1], ARGV[2], ARGV[3] == '1', ARGV[4], ARGV[5], at, ms, ARGV[8], ARGV[9])
-- The first word on how it ended stands.
if field(KEYS[1], 'status') == '' then redis.call('HSET', KEYS[1], 'status', ARGV[1], 'ended_ms', ms) end
redis.call('SREM', KEYS[2] .. ':waiting', KEYS[1])
-- A slave that waited may have taken a token with it; and for who is left, alone may now be true.
if field(KEYS[2], 'status') == 'running' then
  wake(KEYS[2], redis.call('LLEN', KEYS[2] .. ':task_queue') + redis.call('LLEN', KEYS[2] .. ':retry'))
end
-- Also after the end of its taskset: others may wait for what it held.
wake_for_resources(KEYS[2], worker_of(KEYS[1]))
-- Whoever writes to a key of a taskset that is over, or gone, sets its time to live.
if redis.call('TTL', KEYS[2]) ~= -1 then
  redis.call('EXPIRE', KEYS[1], ARGV[7])
  redis.call('EXPIRE', KEYS[1] .. ':trial', ARGV[7])
elseif field(KEYS[1], 'life') == '' and not redis.call('LPOS', KEYS[2] .. ':slave', KEYS[1]) then
  -- It ended before it had registered: only what stands in the list is persisted and expires.
  redis.call('RPUSH', KEYS[2] .. ':slave', KEYS[1])
end
return trial
