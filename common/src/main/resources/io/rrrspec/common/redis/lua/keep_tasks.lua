-- Takes the expiry from a chunk of the tasks of a taskset that is about to be activated.
-- KEYS: 1 taskset
-- ARGV: 1 first index, 2 last index
-- Returns how many keys were kept.
local n = 0
for _, task in ipairs(redis.call('LRANGE', KEYS[1] .. ':tasks', ARGV[1], ARGV[2])) do
  n = n + redis.call('PERSIST', task)
end
return n
