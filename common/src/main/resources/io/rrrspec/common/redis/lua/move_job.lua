--#include field
--#include queue_version
--#include queue_order
-- Puts a job that waits into another queue.
-- KEYS: 1 job, 2 queues, 3 dispatcher_queue
-- ARGV: 1 its number, 2 version of the queues, 3 what the keys of queues begin with, 4 the other queue
-- Returns 'moved', 'changed' (queues are set up in another way now), 'full', 'running', 'over' or 'unknown'.
if redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
if not is_current(KEYS[2], ARGV[2]) then return 'changed' end
local j = redis.call('HMGET', KEYS[1], 'status', 'queue', 'user')
if j[1] == 'running' or j[1] == 'starting' then return 'running' end
if (j[1] or '') ~= '' then return 'over' end
-- Called again because the answer was lost: it keeps its place.
if j[2] == ARGV[4] then return 'moved' end
local from, to = ARGV[3] .. j[2], ARGV[3] .. ARGV[4]
local limit = tonumber(redis.call('HGET', KEYS[2], 'limit') or '') or 100000
if redis.call('ZCARD', to .. ':waiting') >= limit then return 'full' end
dequeue(from .. ':waiting', from .. ':tags', ARGV[1], false)
redis.call('HSET', KEYS[1], 'queue', ARGV[4])
redis.call('HDEL', KEYS[1], 'ahead')
enqueue(to .. ':waiting', to .. ':tags', ARGV[1], j[3] or '')
redis.call('RPUSH', KEYS[3], '0')
return 'moved'
