--#include clock
--#include field
--#include queue_order
--#include forget_same
-- Cancels a job that waits, or whose run is being started.
-- KEYS: 1 job, 2 starting_jobs
-- ARGV: 1 its number, 2 what the keys of queues begin with, 3 lifetime in s
-- Returns 'cancelled', 'running' (its taskset is to be cancelled), 'over' or 'unknown'.
if redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
local status = field(KEYS[1], 'status')
-- Called again because the answer was lost: it is cancelled already.
if status == 'cancelled' then return 'cancelled' end
if status == 'running' then return 'running' end
if status ~= '' and status ~= 'starting' then return 'over' end
redis.call('HDEL', KEYS[2], ARGV[1])
local queue = ARGV[2] .. field(KEYS[1], 'queue')
forget_same(KEYS[1], ARGV[1])
dequeue(queue .. ':waiting', queue .. ':tags', ARGV[1], false)
local _, ms = clock()
redis.call('HSET', KEYS[1], 'status', 'cancelled', 'ended_ms', ms)
redis.call('EXPIRE', KEYS[1], ARGV[3])
-- There is no taskset whose end would be told.
local list = field(KEYS[1], 'notify')
if list ~= '' and type(redis.pcall('RPUSH', list, field(KEYS[1], 'taskset'))) == 'number' then
  redis.call('EXPIRE', list, 3600)
end
return 'cancelled'
