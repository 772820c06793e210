--#include field
-- Puts a job at the head of its queue.
-- KEYS: 1 job
-- ARGV: 1 its number, 2 what the keys of queues begin with
-- Returns 'preferred', 'running', 'over' or 'unknown'.
if redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
local status = field(KEYS[1], 'status')
if status == 'running' or status == 'starting' then return 'running' end
if status ~= '' then return 'over' end
local waiting = ARGV[2] .. field(KEYS[1], 'queue') .. ':waiting'
local member = string.format('%015.0f', tonumber(ARGV[1]))
local first = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')
-- Also if it is called again because the answer was lost.
if first[1] ~= member then
  redis.call('ZADD', waiting, 'XX', math.min(0, tonumber(first[2] or '0')) - 1, member)
end
-- Before its user's turn, too.
redis.call('HSET', KEYS[1], 'ahead', '1')
return 'preferred'
