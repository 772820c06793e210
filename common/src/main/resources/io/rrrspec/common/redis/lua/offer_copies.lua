--#include clock
--#include field
--#include wake
--#include stopped
--#include once
-- Offers running tasks for a second trial, to slaves on other hosts that have nothing else to do.
-- KEYS: 1 taskset
-- ARGV: tasks, the one with the most expected time left first
-- Returns how many were offered.
if field(KEYS[1], 'status') ~= 'running' or stopped(KEYS[1]) or once(KEYS[1]) then return 0 end
-- What has not begun comes first.
if redis.call('EXISTS', KEYS[1] .. ':task_queue', KEYS[1] .. ':retry') > 0 then return 0 end
local _, ms = clock()
local n = 0
for _, task in ipairs(ARGV) do
  local t = redis.call('HMGET', task, 'taskset', 'status', 'copied', 'probe', 'part_of')
  -- Once in the life of a task: also what makes a repeat harmless. Not a part: that fails its class, which then runs whole.
  if t[1] == KEYS[1] and (t[2] or '') == '' and (t[3] or '') == '' and (t[4] or '') == ''
      and (t[5] or '') == '' then
    redis.call('HSET', task, 'copied', ms)
    redis.call('RPUSH', KEYS[1] .. ':copies', task)
    n = n + 1
  end
end
-- All of them: whoever is on the same host cannot take it.
if n > 0 then wake(KEYS[1], redis.call('SCARD', KEYS[1] .. ':waiting')) end
return n
