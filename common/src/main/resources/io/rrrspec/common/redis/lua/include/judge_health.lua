--#include health
-- Decides which worker is suspended. A bad trial may be the fault of the test, the build or the worker; the same task on
-- another worker tells. A worker that fails 5 tasks without a good trial in between is paused in this taskset for 10 s,
-- while others try those tasks. A task that fails there, too, confirms the worker: it goes on at once. A task that passes
-- there refutes it: after 5 of these the worker is taken off ('sick'), unless more than a fifth of the answers confirmed
-- it. A good trial of its own clears everything, so flaky tests take nobody off. Where everything fails everywhere,
-- nothing is refuted, so a broken build takes nobody off. No worker is paused or taken off if no other one serves the
-- taskset, lives and goes on. A worker that was taken off drops its slaves and gets no taskset for 300 s.
-- Its bad trials that were judged before count; those that are judged afterwards are lost.
-- Whether a worker serves the taskset and could go on with it; and whether it is ours.
local function carries_on(taskset, worker, ms)
  -- pcall: whatever stands in the set of workers, the trial is judged.
  local w = redis.pcall('HMGET', worker, 'taskset', 'protocol', 'leaving')
  if w.err or w[1] ~= taskset or w[3] == taskset then return false end
  return redis.call('EXISTS', worker .. ':heartbeat') == 1 and restraint(taskset, worker, ms) == '', (w[2] or '') ~= ''
end
-- Whether another worker of ours does.
local function someone_else(taskset, worker, ms)
  local namespace = string.match(taskset, '^(.-):taskset:')
  for _, other in ipairs(redis.call('SMEMBERS', namespace .. ':worker')) do
    if other ~= worker then
      local fine, ours = carries_on(taskset, other, ms)
      if fine and ours then return true end
    end
  end
  return false
end
-- A bad trial of a task.
-- before: the workers on which it failed before
-- again: whether the task is tried again, so that somebody can answer
local function speak_against(taskset, worker, before, again, ms)
  if worker == '' or before[worker] then return end
  local health, answered = taskset .. ':health', false
  for other in pairs(before) do
    answered = true
    -- It was the task: whoever waits for this answer goes on.
    redis.call('HINCRBY', health, 'confirmed ' .. other, 1)
    redis.call('HDEL', health, 'asked ' .. other)
    if restraint(taskset, other, ms) == 'paused' then redis.call('HDEL', health, 'until ' .. other) end
  end
  if answered or not again then return end
  redis.call('HSET', taskset, 'doubts', '1')
  if redis.call('HINCRBY', health, 'asked ' .. worker, 1) >= 5 and someone_else(taskset, worker, ms) then
    redis.call('HDEL', health, 'asked ' .. worker)
    redis.call('HSET', health, 'until ' .. worker, string.format('%.0f', tonumber(ms) + 10000))
  end
end
-- Takes a worker off the taskset, as leave_taskset does, and keeps it from others for a while. It sees that within its
-- next step, and ends its slaves.
local function take_off(taskset, worker, refuted, at, ms)
  local reason = refuted .. ' tasks failed here and passed elsewhere'
  redis.call('SET', worker .. ':sick', taskset .. '\t' .. reason, 'PX', 300000)
  redis.call('HSET', worker, 'taskset', '', 'since_ms', ms)
  redis.call('HDEL', worker, 'leaving')
  local log = taskset .. ':worker_log:' .. worker
  if redis.call('EXISTS', log) == 1 then
    redis.call('HSET', log, 'finished_at', at .. ' UTC', 'finished_ms', ms, 'left', reason, 'sick', '1')
  end
  clear_health(taskset, worker)
  redis.call('HSET', taskset .. ':health', 'until ' .. worker, 'off')
  -- pcall: whatever else stands in these keys, it is off.
  redis.pcall('APPEND', taskset .. ':log', at .. ' ' .. worker .. ' was taken off: ' .. reason .. '\n')
  redis.pcall('RPUSH', string.match(taskset, '^(.-):taskset:') .. ':dispatcher_queue', '0')
end
-- A good trial speaks for its worker, and against those on which the task failed before.
local function speak_for(taskset, task, worker, passed, at, ms)
  if worker == '' or restraint(taskset, worker, ms) == 'off' then return end
  if passed then clear_health(taskset, worker) end
  if not passed or (tonumber(field(task, 'bad')) or 0) == 0 then return end
  local before = {}
  for _, other in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local o = redis.call('HMGET', other, 'verdict', 'slave')
    if o[1] == 'bad' then before[worker_of(o[2] or '')] = true end
  end
  -- Failed and passed on one worker: that is the task's own doing. And who says so must be there to go on.
  if before[worker] or not carries_on(taskset, worker, ms) then return end
  local health = taskset .. ':health'
  for other in pairs(before) do
    -- A foreign one does not see that it was taken off; one that has left is off.
    local w = other == '' and {} or redis.pcall('HMGET', other, 'taskset', 'protocol')
    if not w.err and w[1] == taskset and (w[2] or '') ~= '' then
      local refuted = redis.call('HINCRBY', health, 'refuted ' .. other, 1)
      local confirmed = tonumber(redis.call('HGET', health, 'confirmed ' .. other) or '') or 0
      if refuted >= 5 and confirmed * 4 <= refuted then take_off(taskset, other, refuted, at, ms) end
    end
  end
end
