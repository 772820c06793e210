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
--       ('': its own decides), its affinity ('': none), and what the first task of that pays in a JVM, in ms; of a class that runs
--       in parts how many, a digest of its class files, how many tests it had
--       when it ran last, and how many of these were skipped, with tabs between; of a part of a class its tests, as JSON. A part
--       stands behind its class ('' for both: it is neither); and how many tests it had when it last passed, how many of them passed, and
--       which ones ran ('': unknown), with tabs between ('' for all: nobody knows)
-- Returns how many tasks, in parts or not, are left of the taskset now.
local tasks, left, ttl = KEYS[1] .. ':tasks', KEYS[1] .. ':tasks_left', ARGV[1]
local index = tonumber(ARGV[2])
-- What past runs of its class have measured.
local class = field(KEYS[1], 'taskset_class')
local function known(what, spec)
  -- pcall: what cannot be read is not known.
  local ms = redis.pcall('HGET', string.match(KEYS[1], '^(.-):taskset:') .. ':' .. what .. ':' .. class, spec)
  return type(ms) == 'string' and string.match(ms, '^%d+$') and #ms < 12 and ms or nil
end
-- The run takes as long as this task, in ms.
local function takes_at_least(task_ms)
  local longest = tonumber(field(KEYS[1], 'known_longest_ms')) or 0
  if task_ms > longest then redis.call('HSET', KEYS[1], 'known_longest_ms', string.format('%.0f', task_ms)) end
end
-- A chunk whose answer was lost comes again: it is there already.
if field(KEYS[1] .. ':task:' .. (ARGV[3] or ''), 'index') == ARGV[2] then return redis.call('LLEN', left) end
for i = 3, #ARGV, 15 do
  local task = KEYS[1] .. ':task:' .. ARGV[i]
  redis.call('HSET', task, 'taskset', KEYS[1], 'spec_file', ARGV[i], 'estimate_sec', ARGV[i + 1],
      'estimate_ms', ARGV[i + 2], 'index', index)
  local cpu, wait = known('cpu_estimate_ms', ARGV[i]), known('wait_estimate_ms', ARGV[i])
  if cpu and wait then redis.call('HSET', task, 'cpu_estimate_ms', cpu, 'wait_estimate_ms', wait) end
  -- What needs its host to itself is no reason for more slaves.
  if cpu and wait and not needs_host(KEYS[1], ARGV[i + 6]) then
    redis.call('HINCRBY', KEYS[1], 'known_cpu_ms', cpu)
    redis.call('HINCRBY', KEYS[1], 'known_wait_ms', wait)
    if ARGV[i + 12] == '' then takes_at_least(cpu + wait) end
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
  if launch ~= '' and as_is ~= '' and as_is ~= launch then
    redis.call('HSET', task, 'as_is', as_is, 'quick', 'tried')
    local had, passed, ran = string.match(ARGV[i + 14], '^(%d+)\t(%d+)\t(%d*)$')
    if had then redis.call('HSET', task, 'past_tests', had, 'past_passed', passed) end
    if had and ran ~= '' then redis.call('HSET', task, 'past_ran', ran) end
  end
  if ARGV[i + 10] ~= '' then redis.call('HSET', task, 'affinity', ARGV[i + 10], 'affinity_ms', ARGV[i + 11]) end
  local count, files = string.match(ARGV[i + 12], '^(%d+)\t(%x*)\t')
  if count then
    -- Its parts run, and it is queued only if that leads to nothing.
    redis.call('HSET', task, 'parts', count, 'parts_left', count)
    if files ~= '' then redis.call('HSET', task, 'class_files', files) end
    local tests, skipped = string.match(ARGV[i + 12], '\t(%d+)\t(%d+)$')
    redis.call('HSET', task, 'part_tests', tests, 'part_skipped', skipped)
    redis.call('HSET', KEYS[1], 'parts', '1')
  elseif ARGV[i + 13] ~= '' then
    redis.call('HSET', task, 'part_of', string.match(task, '^(.*)#%d+/%d+$'), 'tests', ARGV[i + 13])
    takes_at_least(tonumber(ARGV[i + 2]) or 0)
  end
  local list, sums, name = list_of(KEYS[1], task)
  if list and not count then
    redis.call('RPUSH', list, task)
    redis.call('EXPIRE', list, ttl)
    add_to_sum(sums, name, estimate_ms(task))
    redis.call('EXPIRE', sums, ttl)
  end
  redis.call('EXPIRE', task, ttl)
  if ARGV[i + 13] == '' then redis.call('RPUSH', tasks, task) end
  if not count then
    redis.call('RPUSH', left, task)
    redis.call('RPUSH', KEYS[1] .. ':task_queue', task)
  end
  index = index + 1
end
for _, list in ipairs({tasks, left, KEYS[1] .. ':task_queue', KEYS[1]}) do
  redis.call('EXPIRE', list, ttl)
end
return redis.call('LLEN', left)
