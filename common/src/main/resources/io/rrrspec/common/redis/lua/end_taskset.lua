--#include clock
--#include field
--#include wake
--#include over
--#include end_by_counts
-- Ends a taskset by a message: cancel, fail or check.
-- KEYS: 1 taskset, 2 processing list, 3 active_taskset, 4 persister_queue
-- ARGV: 1 'cancel', 'fail' or 'check', 2 reason, 3 the message
-- Returns 'ended', 'over' (it was), 'goes on', or 'unknown' (no such taskset, or the key is none of a taskset).
redis.call('LREM', KEYS[2], 1, ARGV[3])
-- A message may name any key: nothing is written where no taskset is.
if not string.match(KEYS[1], '^.-:taskset:[^:]+$') or redis.call('TYPE', KEYS[1]).ok ~= 'hash' then
  redis.call('LREM', KEYS[3], 0, KEYS[1])
  return 'unknown'
end
local at, ms = clock()
local status = field(KEYS[1], 'status')
if not ({[''] = 1, running = 1, succeeded = 1, cancelled = 1, failed = 1})[status] then
  over(KEYS[1], 'failed', 'its status in Redis was damaged', at, ms)
  return 'ended'
end
if status ~= '' and status ~= 'running' then
  redis.call('LREM', KEYS[3], 0, KEYS[1])
  -- Over, and nobody has persisted it: a lost message of its end is made good here.
  if ARGV[1] == 'check' and field(KEYS[1], 'persisted_ms') == '' and redis.call('TTL', KEYS[1]) < 0 then
    redis.call('LREM', KEYS[4], 0, KEYS[1])
    redis.call('RPUSH', KEYS[4], KEYS[1])
  end
  return 'over'
end
-- How long a list is; -1 if the key is no list: then the tasks cannot be counted.
local function length(list)
  local n = redis.pcall('LLEN', list)
  return type(n) == 'number' and n or -1
end
if ARGV[1] == 'cancel' then
  over(KEYS[1], 'cancelled', ARGV[2], at, ms)
elseif ARGV[1] == 'fail' then
  over(KEYS[1], 'failed', ARGV[2], at, ms)
else
  local tasks, left = length(KEYS[1] .. ':tasks'), length(KEYS[1] .. ':tasks_left')
  if tasks < 0 or left < 0 then
    over(KEYS[1], 'failed', 'the lists of its tasks in Redis were damaged', at, ms)
  elseif tasks == 0 then
    over(KEYS[1], 'failed', 'no tasks', at, ms)
  elseif left == 0 and (tonumber(field(KEYS[1], 'held')) or 0) == 0 then
    end_by_counts(KEYS[1], at, ms)
  else
    return 'goes on'
  end
end
return 'ended'
