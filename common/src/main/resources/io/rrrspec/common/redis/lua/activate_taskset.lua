--#include clock
--#include field
-- Makes a created taskset visible to the service.
-- KEYS: 1 taskset, 2 active_taskset, 3 dispatcher_queue
-- ARGV: 1 number of tasks that were asked for
-- Returns 'active', 'over' (cancelled before it began), or 'incomplete' if not all of it is there (any more).
-- Called again because the answer was lost: it is active (or over) already.
if field(KEYS[1], 'activated_ms') ~= '' then return 'active' end
-- In active_taskset it would stay for ever, and keep its rsync_name from everybody.
if field(KEYS[1], 'status') ~= '' then return 'over' end
-- Created a day ago or never: nothing may bring half of it back.
if redis.call('EXISTS', KEYS[1]) == 0 then return 'incomplete' end
if redis.call('LLEN', KEYS[1] .. ':tasks') ~= tonumber(ARGV[1]) then return 'incomplete' end
local at, ms = clock()
for _, key in ipairs({'', ':tasks', ':tasks_left', ':task_queue', ':log'}) do
  redis.call('PERSIST', KEYS[1] .. key)
end
redis.call('HSET', KEYS[1], 'activated_ms', ms, 'task_count', ARGV[1])
if field(KEYS[1], 'created_at') == '' then redis.call('HSET', KEYS[1], 'created_at', at .. ' UTC') end
redis.call('RPUSH', KEYS[2], KEYS[1])
redis.call('RPUSH', KEYS[3], '0')
return 'active'
