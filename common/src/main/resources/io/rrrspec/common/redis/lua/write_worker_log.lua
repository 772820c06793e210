--#include field
-- Writes into a worker log.
-- KEYS: 1 worker log
-- ARGV: 1 lifetime in s where nobody else sets one, 2 text to append (may be ''), 3 and on: fields and their values
-- Returns 1, or 0 if it was given a time to live.
if ARGV[2] ~= '' then redis.call('APPEND', KEYS[1] .. ':log', ARGV[2]) end
if #ARGV > 2 then redis.call('HSET', KEYS[1], unpack(ARGV, 3)) end
-- The list of worker logs, by which they are persisted and expire, does not name one whose first write Redis has lost;
-- and whoever writes to a key of a taskset that is over, or gone, sets its time to live.
local taskset = field(KEYS[1], 'taskset')
if taskset ~= '' and redis.call('TTL', taskset) == -1 then return 1 end
redis.call('EXPIRE', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1] .. ':log', ARGV[1])
return 0
