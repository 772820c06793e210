--#include clock
--#include field
--#include health
-- A worker takes a taskset that it found in its queue.
-- KEYS: 1 worker, 2 taskset, 3 worker log
-- Returns 'taken' or 'over'.
-- Not one for the next: that was made because this one was over already.
if redis.call('GET', KEYS[1] .. ':reservation') == KEYS[2] then redis.call('DEL', KEYS[1] .. ':reservation') end
if field(KEYS[2], 'status') ~= 'running' then return 'over' end
local at, ms = clock()
redis.call('HSET', KEYS[1], 'taskset', KEYS[2], 'since_ms', ms)
redis.call('HDEL', KEYS[1], 'leaving')
local placed = field(KEYS[1], 'placed')
-- Taken again after a lost answer, or a second time in the life of the taskset: one worker log.
if field(KEYS[3], 'worker') == '' then redis.call('RPUSH', KEYS[2] .. ':worker_log', KEYS[3]) end
redis.call('HSET', KEYS[3], 'worker', KEYS[1], 'taskset', KEYS[2], 'started_at', at .. ' UTC', 'started_ms', ms)
redis.call('HDEL', KEYS[3], 'left', 'sick', 'finished_at', 'finished_ms')
if #placed > #KEYS[2] + 1 and placed:sub(1, #KEYS[2] + 1) == KEYS[2] .. '\t' then
  redis.call('APPEND', KEYS[3] .. ':log', at .. ' is given the run: ' .. placed:sub(#KEYS[2] + 2) .. '\n')
end
redis.call('HDEL', KEYS[1], 'placed')
-- The time stays: it says that set-up has succeeded here once.
if field(KEYS[3], 'setup_finished_at') ~= '' then redis.call('HSET', KEYS[3], 'sets_up', '1') end
-- It may have been written into while the list did not name it.
redis.call('PERSIST', KEYS[3])
redis.call('PERSIST', KEYS[3] .. ':log')
-- Whatever spoke against it before.
clear_health(KEYS[2], KEYS[1])
return 'taken'
