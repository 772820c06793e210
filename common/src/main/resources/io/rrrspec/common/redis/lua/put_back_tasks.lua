--#include clock
--#include field
--#include launches
--#include wake
--#include over
--#include end_by_counts
--#include decide
--#include note
--#include parts
--#include close
--#include hands
--#include foreign
--#include once
-- Puts orphaned tasks back: undecided, not queued, no open trial. Where a trial was left over (its
-- slave is gone, or its message was never sent), the arbiter is told of that instead, and decides on a retry.
-- KEYS: 1 taskset
-- ARGV: 1 '1' if foreign slaves without a heartbeat are dead, then the tasks that looked so when they were
--       compared
-- Returns how many were put back or told of, or taken off those that are left because they are decided.
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
local n, requeued, strays = 0, 0, 0
for i = 2, #ARGV do
  local task = ARGV[i]
  if redis.call('EXISTS', task) == 0 then
    -- Nobody can run it and nobody can decide it: without this the taskset would never end.
    over(KEYS[1], 'failed', 'a task is gone: ' .. task, at, ms)
    return n
  end
  if field(task, 'status') ~= '' then
    -- A foreign implementation may list a task twice: decided once, it would never leave tasks_left.
    -- Few at a time: each costs the length of the list.
    strays = strays + 1
    if strays <= 5 and redis.call('LREM', KEYS[1] .. ':tasks_left', 0, task) > 0 then
      n = n + 1
      if redis.call('LLEN', KEYS[1] .. ':tasks_left') == 0 then
        redis.call('RPUSH', namespace .. ':arbiter_queue', 'check\t' .. KEYS[1])
      end
    end
  elseif not queued[task] and field(task, 'taskset') == KEYS[1] then
    local who, waiting = hands(task, ARGV[1] == '1')
    for _, trial in ipairs(waiting) do
      if field(trial, 'status') ~= '' then
        -- Its message was lost with a foreign slave; twice is harmless.
        redis.call('RPUSH', namespace .. ':arbiter_queue', 'trial\t' .. trial)
      else
        give_up(trial, 'error', true, 'its slave went away', '', at, ms)
      end
    end
    local last = who == 'nobody' and once(KEYS[1]) and redis.call('LINDEX', task .. ':trial', -1)
    if last then
      -- It has begun, and its end was lost.
      redis.call('APPEND', KEYS[1] .. ':log', at .. ' failed, since it may have run and is not repeated: '
          .. field(task, 'spec_file') .. '\n')
      decide(KEYS[1], task, last, 'failed', at, ms)
      if field(KEYS[1], 'status') ~= 'running' then return n + 1 end
    elseif who == 'nobody' and stopped(KEYS[1]) then
      drop(KEYS[1], task, decide, at, ms)
    elseif who == 'nobody' then
      -- Nor may a foreign slave take a probe.
      if tried_by_foreign(task) or field(task, 'probe') ~= '' then
        leave_unstarted(KEYS[1], task)
        redis.call('RPUSH', KEYS[1] .. ':retry', ms .. '\t' .. task)
      else
        queue_first(KEYS[1], task)
      end
      redis.call('APPEND', KEYS[1] .. ':log', at .. ' put back: ' .. field(task, 'spec_file') .. '\n')
      queued[task] = true
      requeued = requeued + 1
    end
    if who ~= 'slave' then n = n + 1 end
  end
end
wake(KEYS[1], requeued)
return n
