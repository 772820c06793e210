--#include clock
--#include queue_version
--#include queue_order
-- Puts a job into a queue.
-- KEYS: 1 queues, 2 job_count, 3 waiting jobs of the queue, 4 its tags, 5 pushed, 6 dispatcher_queue, 7 what stands for
--       equal jobs (only with a window)
-- ARGV: 1 version of the queues, 2 window in ms ('' for none), 3 what the keys of jobs begin with, 4 queue, 5 module,
--       6 text, 7 user, 8 taskset, 9 the list that is told of its end ('' for none), 10 how long it waits at most in ms ('' for
--       as long as it takes)
-- Returns {'queued', number}, {'same', number} (of an equal job that was queued within the window), {'full', how many wait} or
-- {'changed'} (queues are set up in another way now).
-- Called again because the answer was lost.
local before = redis.call('GET', KEYS[5])
if before then return {'queued', before} end
if not is_current(KEYS[1], ARGV[1]) then return {'changed'} end
if ARGV[2] ~= '' then
  local first = redis.call('GET', KEYS[7])
  if first then return {'same', first} end
end
local limit = tonumber(redis.call('HGET', KEYS[1], 'limit') or '') or 100000
local waiting = redis.call('ZCARD', KEYS[3])
if waiting >= limit then return {'full', string.format('%.0f', waiting)} end
local number = string.format('%.0f', redis.call('INCR', KEYS[2]))
local at, ms = clock()
redis.call('HSET', ARGV[3] .. number, 'module', ARGV[5], 'text', ARGV[6], 'queue', ARGV[4], 'user', ARGV[7],
    'taskset', ARGV[8], 'queued_ms', ms)
if ARGV[9] ~= '' then redis.call('HSET', ARGV[3] .. number, 'notify', ARGV[9]) end
if ARGV[10] ~= '' then
  redis.call('HSET', ARGV[3] .. number, 'until_ms', string.format('%.0f', tonumber(ms) + tonumber(ARGV[10])))
end
enqueue(KEYS[3], KEYS[4], number, ARGV[7])
redis.call('SET', KEYS[5], number, 'EX', 60)
if ARGV[2] ~= '' then
  redis.call('SET', KEYS[7], number, 'PX', ARGV[2])
  redis.call('HSET', ARGV[3] .. number, 'same', KEYS[7])
end
-- One look serves all.
if redis.call('LLEN', KEYS[6]) == 0 then redis.call('RPUSH', KEYS[6], '0') end
return {'queued', number}
