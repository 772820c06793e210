--#include clock
--#include field
--#include foreign
--#include worker_of
--#include note
--#include stopped
--#include once
-- Queues running tasks a second time where slaves of another implementation wait: such a slave waits at task_queue, and
-- until the heartbeat of a dead one has run out (60 s) nobody can tell that its task stands still.
-- KEYS: 1 taskset
-- ARGV: tasks that have been candidates for long enough, the one to be queued first in front
-- Returns the other candidates: task and estimate in seconds ('' for none), in turn.
if field(KEYS[1], 'status') ~= 'running' or stopped(KEYS[1]) or once(KEYS[1]) then return {} end
local queue = KEYS[1] .. ':task_queue'
-- What has not begun comes first.
if redis.call('EXISTS', queue, KEYS[1] .. ':retry') > 0 then return {} end

-- Those that wait: alive, and their last trial has a result. One that has begun nothing yet may still be starting.
local waiting, any = {}, false
-- The last ones: those before them have ended long ago.
for _, slave in ipairs(redis.call('LRANGE', KEYS[1] .. ':slave', -500, -1)) do
  -- pcall: what is no slave at all waits for nothing.
  local life = redis.pcall('HGET', slave, 'life')
  if type(life) ~= 'table' and not waiting[slave] and foreign_lives(slave) then
    local trial = redis.call('LINDEX', slave .. ':trial', -1)
    if trial and field(trial, 'slave') == slave and field(trial, 'status') ~= '' then
      waiting[slave] = worker_of(slave)
      any = true
    end
  end
end
if not any then return {} end

local at, ms = clock()
-- The worker on which a task runs that may be tried a second time: one trial is open, of a slave of another
-- implementation, and none of those that wait has tried it, which would push it back. Once; again 20 s later if nothing but lost trials has come of that.
local function candidate(task)
  local t = redis.call('HMGET', task, 'status', 'taskset', 'copied', 'bad')
  if (t[1] or '') ~= '' or t[2] ~= KEYS[1] then return nil end
  local copied = tonumber(t[3] or '')
  if copied and ((tonumber(t[4] or '') or 0) > 0 or tonumber(ms) - copied < 20000) then return nil end
  local open, worker = 0, ''
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local o = redis.call('HMGET', trial, 'status', 'verdict', 'slave')
    if waiting[o[3] or ''] then return nil end
    if (o[2] or '') == '' then
      -- What has a status waits for the arbiter, which decides about a retry. The end of a slave of ours is seen within
      -- seconds, and its copies are offered to ours.
      if (o[1] or '') ~= '' or field(o[3] or '', 'life') ~= '' then return nil end
      open = open + 1
      worker = worker_of(o[3] or '')
    end
  end
  if open == 1 then return worker end
end

for _, task in ipairs(ARGV) do
  local runs_on = candidate(task)
  for slave, worker in pairs(runs_on and waiting or {}) do
    -- On another worker: the two would share a workspace.
    if worker ~= runs_on then
      waiting[slave] = nil
      redis.call('HSET', task, 'copied', ms)
      redis.call('RPUSH', queue, task)
      note(KEYS[1], at, 'queued a second time, as slaves wait: ' .. field(task, 'spec_file'))
      break
    end
  end
end

local left = {}
for _, task in ipairs(redis.call('LRANGE', KEYS[1] .. ':tasks_left', 0, 499)) do
  if candidate(task) then
    left[#left + 1] = task
    left[#left + 1] = field(task, 'estimate_sec')
  end
end
return left
