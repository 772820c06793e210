--#include clock
--#include field
-- Ends a job whose run could not be started.
-- KEYS: 1 job, 2 starting_jobs
-- ARGV: 1 number of the job, 2 server, 3 reason, 4 lifetime in s
-- Returns 'failed', or 'gone' (its run is active, it is over, or another server starts it).
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 'gone' end
redis.call('HDEL', KEYS[2], ARGV[1])
if field(KEYS[1], 'status') ~= 'starting' then return 'gone' end
local _, ms = clock()
redis.call('HSET', KEYS[1], 'status', 'failed', 'ended_ms', ms, 'reason', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 'failed'
