-- Sets a run aside that could not be persisted, where people find it and can try it again.
-- KEYS: 1 the runs that are set aside, by time, 2 why, by run, 3 processing list of the persister
-- ARGV: 1 the taskset, 2 why, 3 how many are listed at most, 4 how long, in milliseconds
--#include clock
if redis.call('TYPE', KEYS[1]).ok ~= 'zset' then redis.call('DEL', KEYS[1]) end
if redis.call('TYPE', KEYS[2]).ok ~= 'hash' then redis.call('DEL', KEYS[2]) end
local _, ms = clock()
local now = tonumber(ms)
redis.call('ZADD', KEYS[1], ms, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
-- What is older has expired; of too many the oldest leave the list, and expire like all others.
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - tonumber(ARGV[4])))
local beyond = redis.call('ZCARD', KEYS[1]) - #gone - tonumber(ARGV[3])
for _, run in ipairs(redis.call('ZRANGE', KEYS[1], #gone, #gone + beyond - 1)) do
  if beyond > 0 then gone[#gone + 1] = run end
end
for _, run in ipairs(gone) do
  redis.call('ZREM', KEYS[1], run)
  redis.call('HDEL', KEYS[2], run)
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('LREM', KEYS[3], 1, ARGV[1])
return 1
