--#include flow
-- Notes which run an attempt of a task has begun, before anybody sees that run: a server that executes the task again goes on with it.
-- ARGV: 1 ns, 2 id, 3 who has it: is_held, 4 the attempt, 5 the run as JSON
-- Returns the run of this attempt as JSON, which may be an earlier one, or 'late'.
local ns, id = ARGV[1], ARGV[2]
if not is_held(ns, id, ARGV[3]) then return 'late' end
local before = redis.call('HMGET', ns .. id, 'run', 'attempt')
if before[1] and before[2] == ARGV[4] then return before[1] end
redis.call('HSET', ns .. id, 'run', ARGV[5], 'attempt', ARGV[4])
return ARGV[5]
