--#include clock
--#include field
--#include wake
-- Puts tasks back that are in nobody's hands: undecided, not queued, no open trial.
-- KEYS: 1 taskset
-- ARGV: the tasks that looked so when they were compared
-- Returns how many were put back.
if field(KEYS[1], 'status') ~= 'running' then return 0 end
local at, ms = clock()
local queued = {}
for _, task in ipairs(redis.call('LRANGE', KEYS[1] .. ':task_queue', 0, -1)) do queued[task] = true end
for _, entry in ipairs(redis.call('LRANGE', KEYS[1] .. ':retry', 0, -1)) do
  queued[string.match(entry, '\t(.*)$') or ''] = true
end
local n = 0
for _, task in ipairs(ARGV) do
  local open = queued[task] or field(task, 'status') ~= '' or field(task, 'taskset') ~= KEYS[1]
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    -- A trial that has a status and no verdict is in the arbiter's hands.
    if field(trial, 'verdict') == '' then open = true end
  end
  if not open then
    redis.call('LPUSH', KEYS[1] .. ':task_queue', task)
    redis.call('APPEND', KEYS[1] .. ':log', at .. ' put back: ' .. field(task, 'spec_file') .. '\n')
    queued[task] = true
    n = n + 1
  end
end
wake(KEYS[1], n)
return n
