--#include worker_of
-- What speaks against the workers of a taskset; judge_health.lua has the rules.
-- One hash, and per worker the fields 'asked W' (tasks that it failed since its last good trial, and that nobody has
-- answered), 'confirmed W' (failed on another worker, too), 'refuted W' (passed there) and 'until W' (it is given
-- nothing until then, in milliseconds; or 'off': it was taken off).
local function clear_health(taskset, worker)
  redis.call('HDEL', taskset .. ':health', 'asked ' .. worker, 'confirmed ' .. worker, 'refuted ' .. worker,
      'until ' .. worker)
end
-- 'off', 'paused' or ''.
local function restraint(taskset, worker, ms)
  local u = redis.call('HGET', taskset .. ':health', 'until ' .. worker) or ''
  if u == 'off' then return u end
  return (tonumber(u) or 0) > tonumber(ms) and 'paused' or ''
end
