-- Sets the time to live on the keys of a chunk of tasks of a taskset that is persisted.
-- KEYS: 1 taskset
-- ARGV: 1 first index, 2 last index, 3 lifetime in s
-- Returns how many tasks there were.
local tasks = redis.call('LRANGE', KEYS[1] .. ':tasks', ARGV[1], ARGV[2])
for _, task in ipairs(tasks) do
  local trials = task .. ':trial'
  for _, trial in ipairs(redis.call('LRANGE', trials, 0, -1)) do redis.call('EXPIRE', trial, ARGV[3]) end
  redis.call('EXPIRE', trials, ARGV[3])
  redis.call('EXPIRE', task, ARGV[3])
end
return #tasks
