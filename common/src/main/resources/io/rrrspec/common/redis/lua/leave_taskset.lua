--#include clock
--#include field
--#include wake
--#include over
-- A worker is done with a taskset: it is over, or the worker cannot serve it.
-- KEYS: 1 worker, 2 taskset, 3 worker log
-- ARGV: 1 reason ('' if the taskset is over), 2 '1' if another worker may be tried, 3 lifetime in s of what is written
-- Returns 'left', 'failed' (the taskset with it) or 'gone' (the worker did not hold it).
if field(KEYS[1], 'taskset') ~= KEYS[2] then return 'gone' end
local at, ms = clock()
redis.call('HSET', KEYS[1], 'taskset', '', 'since_ms', ms)
redis.call('HSET', KEYS[3], 'finished_at', at .. ' UTC', 'finished_ms', ms)
local namespace = string.match(KEYS[2], '^(.-):taskset:')
redis.call('RPUSH', namespace .. ':dispatcher_queue', '0')
local result = 'left'
if ARGV[1] ~= '' then
  redis.call('HSET', KEYS[3], 'left', ARGV[1])
  redis.call('APPEND', KEYS[2] .. ':log', at .. ' ' .. KEYS[1] .. ' left: ' .. ARGV[1] .. '\n')
  if field(KEYS[2], 'status') == 'running' and ARGV[2] ~= '1' then
    -- Hope: another worker that is still on it, or one that lives, fits and has not left it.
    local hope, tried = false, {}
    for _, log in ipairs(redis.call('LRANGE', KEYS[2] .. ':worker_log', 0, -1)) do
      tried[field(log, 'worker')] = true
      if log ~= KEYS[3] and field(log, 'finished_at') == '' then hope = true end
    end
    local kind = field(KEYS[2], 'worker_type')
    if kind == '' then kind = 'default' end
    for _, worker in ipairs(redis.call('SMEMBERS', namespace .. ':worker')) do
      if not tried[worker] and field(worker, 'worker_type') == kind
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
-- Whoever writes to a key of a taskset that is over sets its time to live.
if redis.call('TTL', KEYS[2]) >= 0 then
  redis.call('EXPIRE', KEYS[3], ARGV[3])
  redis.call('EXPIRE', KEYS[2] .. ':log', ARGV[3])
end
return result
