--#include clock
--#include field
--#include queue_order
-- Has a server start the run of a job that waits. It gets no worker: its run asks for workers itself.
-- KEYS: 1 job, 2 starting_jobs, 3 turns
-- ARGV: 1 number of the job, 2 what the keys of queues begin with, 3 server, 4 a field of the turns, 5 its value
-- Returns 'started', or 'gone' (it was cancelled, or moved, or another server has started it).
if field(KEYS[1], 'status') ~= '' then return 'gone' end
local queue = ARGV[2] .. field(KEYS[1], 'queue')
if not dequeue(queue .. ':waiting', queue .. ':tags', ARGV[1], true) then return 'gone' end
local _, ms = clock()
-- With the turn and the name of the server: if that dies, another one knows what it has not done.
redis.call('HSET', KEYS[1], 'status', 'starting', 'starting_ms', ms)
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[3], ARGV[4], ARGV[5])
return 'started'
