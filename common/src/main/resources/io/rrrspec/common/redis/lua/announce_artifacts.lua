-- A worker says which artifacts it holds: these, and no others.
-- KEYS: 1 the worker's artifacts, then the key of each artifact
-- ARGV: 1 the worker's name, 2 what keys of artifacts begin with, 3 lifetime in s, then for each artifact its name and what
--       the worker has of it: '1', or the digest and size of what it gives to others
-- Returns how many there are that it did not hold before.
local held = {}
for i = 4, #ARGV, 2 do held[ARGV[i]] = true end
for _, name in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if not held[name] then redis.call('HDEL', ARGV[2] .. name, ARGV[1]) end
end
redis.call('DEL', KEYS[1])
local new = 0
for i = 2, #KEYS do
  redis.call('SADD', KEYS[1], ARGV[2 * i])
  new = new + redis.call('HSET', KEYS[i], ARGV[1], ARGV[2 * i + 1])
  -- Each of those who hold it says so again before that.
  redis.call('EXPIRE', KEYS[i], ARGV[3])
end
if #KEYS > 1 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
return new
