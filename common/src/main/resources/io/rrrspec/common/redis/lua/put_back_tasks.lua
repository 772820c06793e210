--#include clock
--#include field
--#include wake
--#include over
--#include close
--#include hands
-- Puts tasks back that are in nobody's hands: undecided, not queued, no open trial. Where a trial was left over (its
-- slave is gone, or its message was never sent), the arbiter is told of that instead, and decides on a retry.
-- KEYS: 1 taskset
-- ARGV: 1 '1' if slaves of other makes without a heartbeat are dead, then the tasks that looked so when they were
--       compared
-- Returns how many were put back or told of.
if field(KEYS[1], 'status') ~= 'running' then return 0 end
local at, ms = clock()
local namespace = string.match(KEYS[1], '^(.-):taskset:')
-- What was put back meanwhile stands at one of the ends; the whole of a long queue would take too long, and a task
-- that is queued twice is still decided once.
local queued = {}
for _, ends in ipairs({{0, 999}, {-1000, -1}}) do
  for _, task in ipairs(redis.call('LRANGE', KEYS[1] .. ':task_queue', ends[1], ends[2])) do queued[task] = true end
  for _, entry in ipairs(redis.call('LRANGE', KEYS[1] .. ':retry', ends[1], ends[2])) do
    queued[string.match(entry, '\t(.*)$') or ''] = true
  end
end
local n, requeued = 0, 0
for i = 2, #ARGV do
  local task = ARGV[i]
  if redis.call('EXISTS', task) == 0 then
    -- Nobody can run it and nobody can decide it: without this the taskset would never end.
    over(KEYS[1], 'failed', 'a task is gone: ' .. task, at, ms)
    return n
  end
  if not queued[task] and field(task, 'status') == '' and field(task, 'taskset') == KEYS[1] then
    local who, waiting = hands(task, ARGV[1] == '1')
    for _, trial in ipairs(waiting) do
      if field(trial, 'status') ~= '' then
        -- Its message was lost with a slave of another make; twice is harmless.
        redis.call('RPUSH', namespace .. ':arbiter_queue', 'trial\t' .. trial)
      else
        give_up(trial, 'error', true, 'its slave went away', '', at, ms)
      end
    end
    if who == 'nobody' then
      redis.call('LPUSH', KEYS[1] .. ':task_queue', task)
      redis.call('APPEND', KEYS[1] .. ':log', at .. ' put back: ' .. field(task, 'spec_file') .. '\n')
      queued[task] = true
      requeued = requeued + 1
    end
    if who ~= 'slave' then n = n + 1 end
  end
end
wake(KEYS[1], requeued)
return n
