--#include clock
--#include field
--#include wake
--#include launches
--#include over
--#include end_by_counts
-- The goals around the tests of a module are over: what never began of these tests is not run, and the taskset need not
-- wait for these goals any more.
-- KEYS: 1 taskset
-- ARGV: 1 resource of the gate, 2 why the run fails, in one line; '' if it need not
-- Returns how many tasks were not run.
local taskset, gate = KEYS[1], ARGV[1]
local status = field(taskset, 'status')
if status ~= '' and status ~= 'running' then return 0 end
local at, ms = clock()
if ARGV[2] ~= '' then
  local broken = field(taskset, 'broken')
  redis.call('HSET', taskset, 'broken', (broken == '' and '' or broken .. '; ') .. ARGV[2])
end
local dropped, count = {}, 0
for _, lane in ipairs(redis.call('HKEYS', taskset .. ':lanes')) do
  local names = string.match(lane, '^([^:]*):') or ''
  if string.find(',' .. names .. ',', ',' .. gate .. ',', 1, true) then
    for _, task in ipairs(redis.call('LRANGE', lane_queue(taskset, lane), 0, -1)) do
      if not dropped[task] and field(task, 'status') == '' and redis.call('EXISTS', task .. ':trial') == 0 then
        dropped[task] = true
        count = count + 1
      end
    end
    redis.call('DEL', lane_queue(taskset, lane))
    redis.call('HDEL', taskset .. ':lanes', lane)
  end
end
-- Written anew as a whole: taking out many one by one would be quadratic. Their lifetime stays.
local function without_dropped(list)
  local kept, all = {}, redis.call('LRANGE', list, 0, -1)
  for _, task in ipairs(all) do
    if not dropped[task] then kept[#kept + 1] = task end
  end
  if #kept == #all then return end
  local life = redis.call('PTTL', list)
  redis.call('DEL', list)
  for from = 1, #kept, 1000 do
    redis.call('RPUSH', list, unpack(kept, from, math.min(#kept, from + 999)))
  end
  if life > 0 and #kept > 0 then redis.call('PEXPIRE', list, life) end
end
if count > 0 then
  without_dropped(taskset .. ':task_queue')
  without_dropped(taskset .. ':tasks_left')
  redis.call('HINCRBY', taskset, 'not_run', count)
end
local held = (tonumber(field(taskset, 'held')) or 0) - 1
redis.call('HSET', taskset, 'held', string.format('%.0f', math.max(0, held)))
-- It may be active and have no worker yet.
if field(taskset, 'activated_ms') ~= '' and redis.call('LLEN', taskset .. ':tasks_left') == 0 then
  end_by_counts(taskset, at, ms)
end
return count
