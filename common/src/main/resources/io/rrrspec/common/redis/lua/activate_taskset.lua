--#include clock
--#include field
-- Makes a created taskset visible to the service.
-- KEYS: 1 taskset, 2 active_taskset, 3 dispatcher_queue, 4 job that it is the run of, 5 starting_jobs, 6 what stands for runs
--       of the same identity (only with a window)
-- ARGV: 1 number of tasks that were asked for, 2 number of the job ('' for none), 3 window in ms ('' for none),
--       4 serial number of its queue ('' for none)
-- Returns 'active', 'over' (cancelled before it began), 'incomplete' if not all of it is there (any more), 'unwanted' (its job
-- is over), or 'same TASKSET' (which stands for this one; this one is not activated).
-- Called again because the answer was lost: it is active (or over) already.
if field(KEYS[1], 'activated_ms') ~= '' then return 'active' end
-- In active_taskset it would stay for ever, and keep its rsync_name from everybody.
if field(KEYS[1], 'status') ~= '' then return 'over' end
-- Created a day ago or never: nothing may bring half of it back.
if redis.call('EXISTS', KEYS[1]) == 0 then return 'incomplete' end
if redis.call('LLEN', KEYS[1] .. ':tasks') ~= tonumber(ARGV[1]) then return 'incomplete' end
if ARGV[2] ~= '' then
  -- The server that started this client may have died, and another one have started a second client: one run is enough.
  local status = field(KEYS[4], 'status')
  if status == 'running' then return 'same ' .. field(KEYS[4], 'taskset') end
  if status ~= 'starting' then return 'unwanted' end
end
if ARGV[3] ~= '' then
  local first = redis.call('GET', KEYS[6])
  if first then return 'same ' .. first end
  redis.call('SET', KEYS[6], KEYS[1], 'PX', ARGV[3])
  redis.call('HSET', KEYS[1], 'same', KEYS[6])
end
local at, ms = clock()
for _, key in ipairs({'', ':tasks', ':tasks_left', ':task_queue', ':log'}) do
  redis.call('PERSIST', KEYS[1] .. key)
end
-- What past runs have measured counts as one start of this run.
local known = string.match(KEYS[1], '^(.-):taskset:') .. ':start_cost_ms:' .. field(KEYS[1], 'taskset_class')
local function start_cost(launch)
  -- pcall: without it the run begins as one of a class that nobody has run.
  local cost = redis.pcall('HGET', known, launch)
  if type(cost) == 'string' and string.match(cost, '^%d+$') then
    redis.call('HSET', KEYS[1] .. ':start_ms', launch, cost .. '\t1')
  end
end
redis.call('PERSIST', KEYS[1] .. ':ranks')
redis.call('PERSIST', KEYS[1] .. ':launches')
for _, launch in ipairs(redis.call('HKEYS', KEYS[1] .. ':launches')) do
  redis.call('PERSIST', KEYS[1] .. ':launch:' .. launch)
  start_cost(launch)
end
redis.call('PERSIST', KEYS[1] .. ':lanes')
for _, lane in ipairs(redis.call('HKEYS', KEYS[1] .. ':lanes')) do
  redis.call('PERSIST', KEYS[1] .. ':lane:' .. lane)
  start_cost(string.match(lane, '^[^:]*:(.*)$'))
end
redis.call('PERSIST', KEYS[1] .. ':affinities')
for _, name in ipairs(redis.call('HKEYS', KEYS[1] .. ':affinities')) do
  redis.call('PERSIST', KEYS[1] .. ':affinity:' .. name)
end
redis.call('HSET', KEYS[1], 'activated_ms', ms, 'task_count', ARGV[1])
-- The name may belong to another queue one day.
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'queue_serial', ARGV[4]) end
if field(KEYS[1], 'created_at') == '' then redis.call('HSET', KEYS[1], 'created_at', at .. ' UTC') end
if ARGV[2] ~= '' then
  redis.call('HSET', KEYS[1], 'job', ARGV[2])
  redis.call('HSET', KEYS[4], 'status', 'running', 'taskset', KEYS[1], 'admitted_ms', ms)
  redis.call('HDEL', KEYS[5], ARGV[2])
end
redis.call('RPUSH', KEYS[2], KEYS[1])
redis.call('RPUSH', KEYS[3], '0')
return 'active'
