--#include forget_same
-- Ends a taskset: everything that must be seen together with its final status.
-- namespace: what stands before ':taskset:'
local function over(taskset, status, reason, at, ms)
  local namespace = string.match(taskset, '^(.-):taskset:')
  redis.call('HSET', taskset, 'status', status, 'finished_at', at .. ' UTC', 'finished_ms', ms)
  if reason ~= '' then
    redis.call('HSET', taskset, 'reason', reason)
    -- pcall here and below: whatever else stands in these keys, the end is told to those who need it.
    redis.pcall('APPEND', taskset .. ':log', at .. ' ' .. reason .. '\n')
  end
  for _, launch in ipairs(redis.call('HKEYS', taskset .. ':launches')) do redis.call('DEL', taskset .. ':launch:' .. launch) end
  for _, lane in ipairs(redis.call('HKEYS', taskset .. ':lanes')) do redis.call('DEL', taskset .. ':lane:' .. lane) end
  for _, name in ipairs(redis.call('HKEYS', taskset .. ':affinities')) do redis.call('DEL', taskset .. ':affinity:' .. name) end
  redis.call('DEL', taskset .. ':task_queue', taskset .. ':retry', taskset .. ':copies', taskset .. ':health',
      taskset .. ':launches', taskset .. ':ranks', taskset .. ':starting', taskset .. ':start_ms', taskset .. ':lanes', taskset .. ':affinities',
      taskset .. ':resource_holders')
  redis.call('LREM', namespace .. ':active_taskset', 0, taskset)
  if status == 'cancelled' then forget_same(taskset, taskset) end
  local number = field(taskset, 'job')
  if string.match(number, '^%d+$') then
    local job = namespace .. ':job:' .. number
    if field(job, 'taskset') == taskset then
      if status == 'cancelled' then forget_same(job, number) end
      redis.call('HSET', job, 'status', status, 'ended_ms', ms, 'reason', reason)
      redis.call('EXPIRE', job, 86400)
    end
  end
  redis.call('RPUSH', namespace .. ':persister_queue', taskset)
  redis.pcall('RPUSH', namespace .. ':dispatcher_queue', '0')
  pcall(function() wake(taskset, redis.call('SCARD', taskset .. ':waiting')) end)
  for list in string.gmatch(field(taskset, 'notify'), '[^,]+') do
    -- pcall: a name that is no list must not stop the script in the middle.
    if type(redis.pcall('RPUSH', list, taskset)) == 'number' then redis.call('EXPIRE', list, 3600) end
  end
  redis.call('PUBLISH', taskset .. ':events', 'over\t' .. status)
end
