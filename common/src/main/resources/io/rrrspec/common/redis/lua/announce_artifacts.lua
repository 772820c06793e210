-- A worker says which artifacts it holds: these, and no others.
-- KEYS: 1 the worker's artifacts, then the key of each artifact
-- ARGV: 1 the worker's name, 2 what keys of artifacts begin with, 3 lifetime in s, then the name of each artifact
-- Returns how many there are that it did not hold before.
local held = {}
for i = 4, #ARGV do held[ARGV[i]] = true end
for _, name in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if not held[name] then redis.call('HDEL', ARGV[2] .. name, ARGV[1]) end
end
redis.call('DEL', KEYS[1])
local new = 0
for i = 4, #ARGV do
  redis.call('SADD', KEYS[1], ARGV[i])
  new = new + redis.call('HSET', KEYS[i - 2], ARGV[1], '1')
  -- Each of those who hold it says so again before that.
  redis.call('EXPIRE', KEYS[i - 2], ARGV[3])
end
if #ARGV >= 4 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
return new
