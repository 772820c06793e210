--#include clock
--#include field
--#include wake
--#include over
-- Ends a taskset by a message: cancel, fail or check.
-- KEYS: 1 taskset, 2 processing list, 3 active_taskset, 4 persister_queue
-- ARGV: 1 'cancel', 'fail' or 'check', 2 reason, 3 the message
-- Returns 'ended', 'over' (it was), 'goes on', or 'unknown' (no such taskset).
redis.call('LREM', KEYS[2], 1, ARGV[3])
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('LREM', KEYS[3], 0, KEYS[1])
  return 'unknown'
end
local status = field(KEYS[1], 'status')
if status ~= '' and status ~= 'running' then
  redis.call('LREM', KEYS[3], 0, KEYS[1])
  -- Over, and nobody has persisted it: a lost message of its end is made good here.
  if ARGV[1] == 'check' and field(KEYS[1], 'persisted_ms') == '' and redis.call('TTL', KEYS[1]) < 0 then
    redis.call('LREM', KEYS[4], 0, KEYS[1])
    redis.call('RPUSH', KEYS[4], KEYS[1])
  end
  return 'over'
end
local at, ms = clock()
if ARGV[1] == 'cancel' then
  over(KEYS[1], 'cancelled', ARGV[2], at, ms)
elseif ARGV[1] == 'fail' then
  over(KEYS[1], 'failed', ARGV[2], at, ms)
else
  if redis.call('LLEN', KEYS[1] .. ':tasks') == 0 then
    over(KEYS[1], 'failed', 'no tasks', at, ms)
  elseif redis.call('LLEN', KEYS[1] .. ':tasks_left') == 0 then
    local good, bad = tonumber(field(KEYS[1], 'succeeded_count')) or 0, tonumber(field(KEYS[1], 'failed_count')) or 0
    local asked = tonumber(field(KEYS[1], 'task_count')) or redis.call('LLEN', KEYS[1] .. ':tasks')
    if good + bad ~= asked then
      over(KEYS[1], 'failed', 'asked for ' .. asked .. ' tasks, decided ' .. (good + bad), at, ms)
    else
      over(KEYS[1], bad > 0 and 'failed' or 'succeeded', '', at, ms)
    end
  else
    return 'goes on'
  end
end
return 'ended'
