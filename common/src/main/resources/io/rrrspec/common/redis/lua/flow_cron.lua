--#include flow
--#include flow_add
-- Starts a task at a time of cron, if nobody has.
-- ARGV: 1 ns, 2 random text, 3 name, 4 key of this time, 5 the time in ms, 6 how long the key is kept and 7 the last time, in ms,
--       8 id, 9 its id and 10 uid as JSON, 11 pool, 12… the task; 8… may be missing: then it is only noted
-- Returns 1 if this call has started or noted it, else 0.
local ns, claim, last = ARGV[1], ARGV[4], ARGV[1] .. 'crons:' .. ARGV[3]
-- The key is that of the other implementation, the last time is ours: it outlives the key, and clocks that differ by more.
if tonumber(redis.call('GET', last) or '-1') >= tonumber(ARGV[5]) then return 0 end
if not redis.call('SET', claim, claim, 'NX', 'PX', ARGV[6]) then return 0 end
redis.call('SET', last, ARGV[5], 'PX', ARGV[7])
if not ARGV[8] or redis.call('EXISTS', ns .. ARGV[8]) == 1 then return 1 end
rnd_seed = ARGV[2]
add_tasks(ns, ARGV, 12)
if redis.call('HEXISTS', ns .. ARGV[8], 'title') == 1 then redis.call('ZADD', ns .. 'roots', whole(flow_time()), ARGV[8]) end
send(ns, ARGV[11], flow_time(), command(ARGV[9], ARGV[10], 'activate'))
flow_wake(ns)
return 1
