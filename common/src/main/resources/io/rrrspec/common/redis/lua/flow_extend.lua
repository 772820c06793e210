--#include flow
-- Gives a task that is executed more time.
-- ARGV: 1 ns, 2 id, 3 who has it: is_held, 4 time from now in ms
-- Returns the new deadline, or 'late'.
if not is_held(ARGV[1], ARGV[2], ARGV[3]) then return 'late' end
local deadline = whole(flow_time() + tonumber(ARGV[4]))
redis.call('ZADD', ARGV[1] .. 'locked', deadline, ARGV[2])
return deadline
