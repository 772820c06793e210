--#include worker_of
--#include wake
--#include resources
-- A trial of a task has ended: wakes who waits for its resources, where they were not taken again at once. Which of the
-- slaves that wait may take a task nobody knows here.
local function wake_for_resources(taskset, worker)
  local rules = rules_of(taskset)
  if next(rules) == nil then return end
  free_now = {}
  local queued = redis.call('LLEN', taskset .. ':retry')
  -- What needs no resource waits, too, while its host is held.
  if host_resource(taskset) then queued = queued + redis.call('LLEN', taskset .. ':task_queue') end
  for _, lane in ipairs(redis.call('HKEYS', taskset .. ':lanes')) do
    if queued == 0 and room_for(taskset, string.match(lane, '^[^:]*'), worker, '') > 0 then queued = 1 end
  end
  if queued > 0 then wake(taskset, redis.call('SCARD', taskset .. ':waiting')) end
  for _, rule in pairs(rules) do
    if type(rule) == 'table' and rule.per == 'fleet' then
      local waiting = string.match(taskset, '^(.-):taskset:') .. ':resource_waiting'
      for _, other in ipairs(redis.call('SMEMBERS', waiting)) do
        if other ~= taskset then
          redis.call('SREM', waiting, other)
          if field(other, 'status') == 'running' then wake(other, redis.call('SCARD', other .. ':waiting')) end
        end
      end
      return
    end
  end
end
