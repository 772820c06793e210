--#include clock
--#include field
--#include launches
--#include wake
--#include over
--#include end_by_counts
--#include decide
--#include note
--#include parts
--#include foreign
-- Keeps retries moving where foreign slaves take part: one that finds a task which it has tried pushes it
-- back into the queue at once, for ever.
-- KEYS: 1 taskset
-- ARGV: retries that have been stuck for so long that they are given up
-- Returns the tasks that are stuck: every live slave is foreign and has tried them, and no worker of ours serves
-- the taskset.
if field(KEYS[1], 'status') ~= 'running' then return {} end
local at, ms = clock()
local queue, retry = KEYS[1] .. ':task_queue', KEYS[1] .. ':retry'
local namespace = string.match(KEYS[1], '^(.-):taskset:')
-- What a foreign slave has pushed back since then.
if stopped(KEYS[1]) then
  drop_queued(KEYS[1], decide, at, ms)
  return {}
end

local ours, foreign = false, {}
-- The last ones: those before them have ended long ago.
for _, slave in ipairs(redis.call('LRANGE', KEYS[1] .. ':slave', -500, -1)) do
  -- pcall: what is no slave at all takes no part.
  local s = redis.pcall('HMGET', slave, 'life', 'status', 'ended_ms')
  if not s.err then
    local status = s[2] or ''
    if (s[1] or '') ~= '' then
      ours = ours or status == ''
    elseif redis.call('EXISTS', slave .. ':heartbeat') == 1 then
      -- With ended_ms we had called it dead, because its heartbeat was gone: it has come back.
      foreign[slave] = (status == '' or (s[3] or '') ~= '') and 'lives' or 'perhaps'
      -- A worker of ours lists what it starts before anybody knows of which make it is.
      local worker = string.match(slave, '^(.*):slave:[^:]*$') or slave
      if redis.call('EXISTS', slave .. ':trial') == 0 and field(worker, 'protocol') ~= '' then
        foreign[slave] = 'starting'
      end
    end
  end
end
local function triers(task)
  local slaves = {}
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do slaves[field(trial, 'slave')] = trial end
  return slaves
end

-- What was pushed back, or whose slave was called dead and came back: off the queue, where it goes round and round.
local moved = 0
if next(foreign) then
  for _, task in ipairs(redis.call('LRANGE', queue, 0, 49)) do
    if redis.call('EXISTS', task .. ':trial') == 1 then
      if field(task, 'status') ~= '' then
        redis.call('LREM', queue, 1, task)
      else
        for slave in pairs(triers(task)) do
          if foreign[slave] then
            redis.call('LREM', queue, 1, task)
            redis.call('RPUSH', retry, ms .. '\t' .. task)
            moved = moved + 1
            break
          end
        end
      end
    end
  end
end
if ours then
  -- Our claim serves the retries.
  wake(KEYS[1], moved)
  return {}
end

-- Whether a worker of ours serves the taskset and has no slave yet, or is about to take it.
local function ours_comes()
  for _, worker in ipairs(redis.call('SMEMBERS', namespace .. ':worker')) do
    local w = redis.call('HMGET', worker, 'protocol', 'taskset', 'leaving')
    if (w[1] or '') ~= '' and redis.call('EXISTS', worker .. ':heartbeat') == 1
        and ((w[2] == KEYS[1] and w[3] ~= KEYS[1]) or redis.call('GET', worker .. ':reservation') == KEYS[1]) then
      return true
    end
  end
  return false
end
local function idle(slave)
  local trial = redis.call('LINDEX', slave .. ':trial', -1)
  return not trial or field(trial, 'slave') ~= slave or field(trial, 'status') ~= ''
end
local given_up = {}
for _, task in ipairs(ARGV) do given_up[task] = true end
local stuck = {}
for _, entry in ipairs(redis.call('LRANGE', retry, 0, 49)) do
  local since, task = string.match(entry, '^(%d+)\t(.*)$')
  since = tonumber(since)
  if not task or field(task, 'status') ~= '' then
    redis.call('LREM', retry, 1, entry)
  else
    local by = triers(task)
    local given = tonumber(field(task, 'given')) or 0
    -- A status may be an earlier slave's of that id. So a task is given back a few times although a slave that has
    -- tried it may be there, and goes round for a second each time.
    local again, other, busy = false, false, false
    for slave, sure in pairs(foreign) do
      if by[slave] then
        again = again or sure == 'lives' or given >= 5
      elseif sure == 'starting' and tonumber(ms) - since < 5000 then
        busy = true
      elseif idle(slave) then
        other = true
      else
        busy = true
      end
    end
    if other or not again then
      -- To one that waits and has not tried it; or to whoever comes, since nobody who has tried it is there.
      redis.call('LREM', retry, 1, entry)
      queue_first(KEYS[1], task)
      redis.call('HSET', task, 'given', given + 1)
    elseif not busy then
      if not given_up[task] then
        stuck[#stuck + 1] = task
      elseif not ours_comes() then
        redis.call('LREM', retry, 1, entry)
        redis.call('APPEND', KEYS[1] .. ':log', at .. ' failed after ' .. (tonumber(field(task, 'bad')) or 0)
            .. ' bad trials: every live slave is foreign and has tried it, and no worker of ours came: '
            .. field(task, 'spec_file') .. '\n')
        decide(KEYS[1], task, redis.call('LINDEX', task .. ':trial', -1) or '', 'failed', at, ms)
        -- The last decision takes the queues with it, and so does the one that fail_fast was waiting for.
        if field(KEYS[1], 'status') ~= 'running' or stopped(KEYS[1]) then return {} end
      end
    end
  end
end
-- Asked once, and only if it matters: it looks at every worker.
if #stuck > 0 and ours_comes() then return {} end
return stuck
