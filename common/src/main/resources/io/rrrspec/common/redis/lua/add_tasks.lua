--#include field
--#include launches
--#include worker_of
--#include resources
-- Adds a chunk of tasks to a taskset that is not active yet; everything lives for a day only.
-- KEYS: 1 taskset
-- ARGV: 1 lifetime in seconds, 2 index of the first task, then per task: spec_file, estimate_sec, estimate_ms,
--       the sets of tasks after which it fails, those beside which it does, its launch ('' if all have the same), the
--       resources that it needs, in order, with commas between them, the rank of its launch ('' for 0), how often it is
--       tried ('': as the taskset says), in which launch it runs again if it fails in its own, which only makes it quicker
--       ('': its own decides), its affinity ('': none), and what the first task of that pays in a JVM, in ms
-- Returns the number of tasks that the taskset has now.
local tasks, ttl = KEYS[1] .. ':tasks', ARGV[1]
local index = tonumber(ARGV[2])
-- What past runs of its class have measured.
local class = field(KEYS[1], 'taskset_class')
local function known(what, spec)
  -- pcall: what cannot be read is not known.
  local ms = redis.pcall('HGET', string.match(KEYS[1], '^(.-):taskset:') .. ':' .. what .. ':' .. class, spec)
  return type(ms) == 'string' and string.match(ms, '^%d+$') and #ms < 12 and ms or nil
end
-- A chunk whose answer was lost comes again: it is there already.
if redis.call('LLEN', tasks) > index then return redis.call('LLEN', tasks) end
for i = 3, #ARGV, 12 do
  local task = KEYS[1] .. ':task:' .. ARGV[i]
  redis.call('HSET', task, 'taskset', KEYS[1], 'spec_file', ARGV[i], 'estimate_sec', ARGV[i + 1],
      'estimate_ms', ARGV[i + 2], 'index', index)
  local cpu, wait = known('cpu_estimate_ms', ARGV[i]), known('wait_estimate_ms', ARGV[i])
  if cpu and wait then redis.call('HSET', task, 'cpu_estimate_ms', cpu, 'wait_estimate_ms', wait) end
  -- What needs its host to itself is no reason for more slaves.
  if cpu and wait and not needs_host(KEYS[1], ARGV[i + 6]) then
    redis.call('HINCRBY', KEYS[1], 'known_cpu_ms', cpu)
    redis.call('HINCRBY', KEYS[1], 'known_wait_ms', wait)
    local longest = tonumber(field(KEYS[1], 'known_longest_ms')) or 0
    if cpu + wait > longest then redis.call('HSET', KEYS[1], 'known_longest_ms', string.format('%.0f', cpu + wait)) end
  end
  if ARGV[i + 3] ~= '' then redis.call('HSET', task, 'not_after', ARGV[i + 3]) end
  if ARGV[i + 4] ~= '' then redis.call('HSET', task, 'not_beside', ARGV[i + 4]) end
  local launch = ARGV[i + 5]
  if launch ~= '' then
    redis.call('HSET', task, 'launch', launch)
    redis.call('HSET', KEYS[1], 'launches', '1')
  end
  if ARGV[i + 6] ~= '' then redis.call('HSET', task, 'resources', ARGV[i + 6]) end
  if launch ~= '' and ARGV[i + 7] ~= '' then
    redis.call('HSET', task, 'rank', ARGV[i + 7])
    redis.call('HSET', KEYS[1] .. ':ranks', launch, ARGV[i + 7])
    redis.call('EXPIRE', KEYS[1] .. ':ranks', ttl)
  end
  if ARGV[i + 8] ~= '' then redis.call('HSET', task, 'max_trials', ARGV[i + 8]) end
  local as_is = ARGV[i + 9]
  if launch ~= '' and as_is ~= '' and as_is ~= launch then redis.call('HSET', task, 'as_is', as_is, 'quick', 'tried') end
  if ARGV[i + 10] ~= '' then redis.call('HSET', task, 'affinity', ARGV[i + 10], 'affinity_ms', ARGV[i + 11]) end
  local list, sums, name = list_of(KEYS[1], task)
  if list then
    redis.call('RPUSH', list, task)
    redis.call('EXPIRE', list, ttl)
    redis.call('HINCRBY', sums, name, string.format('%.0f', estimate_ms(task)))
    redis.call('EXPIRE', sums, ttl)
  end
  redis.call('EXPIRE', task, ttl)
  redis.call('RPUSH', tasks, task)
  redis.call('RPUSH', KEYS[1] .. ':tasks_left', task)
  redis.call('RPUSH', KEYS[1] .. ':task_queue', task)
  index = index + 1
end
for _, list in ipairs({tasks, KEYS[1] .. ':tasks_left', KEYS[1] .. ':task_queue', KEYS[1]}) do
  redis.call('EXPIRE', list, ttl)
end
return index
