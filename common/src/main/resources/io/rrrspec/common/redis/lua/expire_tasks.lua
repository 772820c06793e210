-- Sets the time to live on the keys of a chunk of tasks of a taskset that is persisted.
-- KEYS: 1 taskset
-- ARGV: 1 first index, 2 last index, 3 lifetime in s
-- Returns how many tasks there were.
local tasks = redis.call('LRANGE', KEYS[1] .. ':tasks', ARGV[1], ARGV[2])
-- Only what belongs to the taskset: the lists may name anything, and a key of somebody else's must not die of it.
local own = KEYS[1] .. ':'
local function expire(key)
  if string.sub(key, 1, #own) == own then redis.call('EXPIRE', key, ARGV[3]) end
end
local function expire_task(task)
  local trials = task .. ':trial'
  -- pcall: no list of trials, no trials.
  for _, trial in ipairs(redis.pcall('LRANGE', trials, 0, -1)) do expire(trial) end
  expire(trials)
  expire(task)
end
for _, task in ipairs(tasks) do
  -- pcall: what is no task has no parts.
  local parts = redis.pcall('HGET', task, 'parts')
  local count = type(parts) == 'string' and tonumber(parts) or 0
  for i = 1, math.min(count, 1000) do expire_task(task .. '#' .. i .. '/' .. count) end
  expire_task(task)
end
return #tasks
