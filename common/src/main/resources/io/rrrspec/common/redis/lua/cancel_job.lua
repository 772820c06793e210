--#include clock
--#include field
--#include queue_order
-- Cancels a job that waits.
-- KEYS: 1 job
-- ARGV: 1 its number, 2 what the keys of queues begin with, 3 lifetime in s
-- Returns 'cancelled', 'running' (its taskset is to be cancelled), 'over' or 'unknown'.
if redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
local status = field(KEYS[1], 'status')
-- Called again because the answer was lost: it is cancelled already.
if status == 'cancelled' then return 'cancelled' end
if status == 'running' then return 'running' end
if status ~= '' then return 'over' end
local queue = ARGV[2] .. field(KEYS[1], 'queue')
dequeue(queue .. ':waiting', queue .. ':tags', ARGV[1], false)
local _, ms = clock()
redis.call('HSET', KEYS[1], 'status', 'cancelled', 'ended_ms', ms)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 'cancelled'
