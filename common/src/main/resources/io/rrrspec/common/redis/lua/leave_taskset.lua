--#include clock
--#include field
--#include resource_wake
--#include over
--#include needs_ours
-- A worker is done with a taskset: it is over, or the worker cannot serve it.
-- KEYS: 1 worker, 2 taskset, 3 worker log
-- ARGV: 1 reason ('' if the taskset is over), 2 '1' if another worker may be tried, 3 lifetime in s of what is written
-- Returns 'left', 'failed' (the taskset with it) or 'gone' (the worker did not hold it).
local worker_log = KEYS[3]
if redis.call('EXISTS', worker_log) == 0 then
  -- Foreign implementations give it another name: only the list tells, and what it does not name would never expire.
  for _, log in ipairs(redis.call('LRANGE', KEYS[2] .. ':worker_log', 0, -1)) do
    if field(log, 'worker') == KEYS[1] then worker_log = log end
  end
end
-- Whoever writes to a key of a taskset that is over, or gone, sets its time to live.
local function expire()
  if redis.call('TTL', KEYS[2]) ~= -1 then
    redis.call('EXPIRE', worker_log, ARGV[3])
    redis.call('EXPIRE', worker_log .. ':log', ARGV[3])
    redis.call('EXPIRE', KEYS[2] .. ':log', ARGV[3])
  end
end
if field(KEYS[1], 'taskset') ~= KEYS[2] then
  -- Given up while it went on writing its log.
  expire()
  return 'gone'
end
local at, ms = clock()
redis.call('HSET', KEYS[1], 'taskset', '', 'since_ms', ms)
redis.call('HDEL', KEYS[1], 'leaving')
-- It may have died before it had one.
local logs = redis.call('EXISTS', worker_log) == 1
if logs then redis.call('HSET', worker_log, 'finished_at', at .. ' UTC', 'finished_ms', ms) end
local namespace = string.match(KEYS[2], '^(.-):taskset:')
redis.call('RPUSH', namespace .. ':dispatcher_queue', '0')
-- What its slaves held until now.
wake_for_resources(KEYS[2], KEYS[1])
local result = 'left'
if ARGV[1] ~= '' then
  if logs then redis.call('HSET', worker_log, 'left', ARGV[1]) end
  redis.call('APPEND', KEYS[2] .. ':log', at .. ' ' .. KEYS[1] .. ' left: ' .. ARGV[1] .. '\n')
  if field(KEYS[2], 'status') == 'running' and ARGV[2] ~= '1' then
    -- Hope: another worker that is still on it, or was set up for it and went away without a reason of its
    -- own (it may come back), or one that lives, fits and has not left it.
    local hope, tried = false, {}
    for _, log in ipairs(redis.call('LRANGE', KEYS[2] .. ':worker_log', 0, -1)) do
      local l = redis.call('HMGET', log, 'worker', 'left', 'finished_at', 'setup_finished_at', 'sick')
      local left = l[2] and l[2] ~= ''
      -- One that was taken off as sick gets it again if nobody else is left.
      if left and l[1] and l[5] ~= '1' then tried[l[1]] = true end
      local there, done = not l[3] or l[3] == '', l[4] and l[4] ~= ''
      if log ~= worker_log and not left and (there or done) then hope = true end
    end
    local kind = field(KEYS[2], 'worker_type')
    if kind == '' then kind = 'default' end
    local ours = needs_ours(KEYS[2])
    for _, worker in ipairs(redis.call('SMEMBERS', namespace .. ':worker')) do
      local type = field(worker, 'worker_type')
      if type == '' then type = 'default' end
      if not tried[worker] and type == kind and (not ours or field(worker, 'protocol') ~= '')
          and redis.call('EXISTS', worker .. ':heartbeat') == 1 then
        hope = true
      end
    end
    if not hope then
      over(KEYS[2], 'failed', ARGV[1], at, ms)
      result = 'failed'
    end
  end
end
expire()
return result
