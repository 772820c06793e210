--#include clock
--#include field
--#include launches
--#include note
--#include wake
-- JVMs of a launch that is made for speed (quick.lua) do not start: what waits for one runs as is, and none is started any more.
-- What a slave holds is not touched: if that is lost, it is queued as is (leave_unstarted).
-- KEYS: 1 taskset
-- ARGV: 1 launch, 2 why, in one line, 3 how many tasks are moved at most; the caller calls again until none is left
-- Returns {how many tasks were moved, how many are left}. A repeat finds nothing to move.
local taskset, launch, most = KEYS[1], ARGV[1], tonumber(ARGV[3])
if field(taskset, 'status') ~= 'running' then return {0, 0} end
local at, ms = clock()
if not is_unstarted(taskset, launch) then
  local others = field(taskset, 'unstarted_launches')
  redis.call('HSET', taskset, 'unstarted_launches', others == '' and launch or others .. '\n' .. launch)
  -- A place that chose by the loads of before has to read them again.
  redis.call('HINCRBY', taskset, 'launch_version', 1)
  local as_is = string.match(launch, '^(.*)~%l+$') or ''
  local rank = redis.call('HGET', taskset .. ':ranks', launch)
  if rank then redis.call('HSETNX', taskset .. ':ranks', as_is, rank) end
  note(taskset, at, 'JVMs of ' .. launch .. ' do not start, so its classes run as is: ' .. ARGV[2])
end
local namespace = string.match(taskset, '^(.-):taskset:')
-- Without the trial that does not come the arbiter decides it by its pass as is.
local function tell_arbiter(task) redis.call('RPUSH', namespace .. ':arbiter_queue', 'trial\t' .. field(task, 'quick_pass')) end
local function is_unconfirmed(task) return field(task, 'quick') == 'confirm' and field(task, 'launch') == launch end

-- Its entry says nothing of a launch: it stays where it is.
for _, entry in ipairs(redis.call('LRANGE', taskset .. ':retry', 0, -1)) do
  local task = string.match(entry, '^%d+\t(.*)$')
  if task and field(task, 'status') == '' and field(task, 'launch') == launch then
    if is_unconfirmed(task) then
      redis.call('LREM', taskset .. ':retry', 1, entry)
      tell_arbiter(task)
    else
      leave_unstarted(taskset, task)
    end
  end
end

-- Above that a list is too long to be put in order within a script: then the tasks come before all others of it.
local MOST_MERGED = 1000
local function index_of(task) return tonumber(field(task, 'index')) or 0 end
-- Puts tasks into a list, both in the order of the taskset.
local function merge(list, tasks)
  local there, all, k = redis.call('LLEN', list) <= MOST_MERGED and redis.call('LRANGE', list, 0, -1) or {}, {}, 1
  for _, task in ipairs(there) do
    local index = index_of(task)
    while tasks[k] and index_of(tasks[k]) < index do all[#all + 1], k = tasks[k], k + 1 end
    all[#all + 1] = task
  end
  while tasks[k] do all[#all + 1], k = tasks[k], k + 1 end
  if #there > 0 then redis.call('DEL', list) end
  for i = #all, 1, -1 do redis.call('LPUSH', list, all[i]) end
end
local moved, left = 0, 0
-- Moves the last tasks of a list, so that those before them can be put before them.
local function move(list, sums, name)
  local tasks = {}
  while moved < most do
    local task = redis.call('RPOP', list)
    if not task then break end
    add_to_sum(sums, name, 0 - estimate_ms(task))
    moved = moved + 1
    if is_unconfirmed(task) then
      if redis.call('LREM', taskset .. ':task_queue', 1, task) > 0 then tell_arbiter(task) end
    else
      leave_unstarted(taskset, task)
      table.insert(tasks, 1, task)
    end
  end
  left = left + redis.call('LLEN', list)
  if redis.call('EXISTS', list) == 0 then redis.call('HDEL', sums, name) end
  if #tasks == 0 then return end
  local target, of, as = list_of(taskset, tasks[1])
  merge(target, tasks)
  for _, task in ipairs(tasks) do add_to_sum(of, as, estimate_ms(task)) end
end
move(launch_queue(taskset, launch), taskset .. ':launches', launch)
for _, lane in ipairs(redis.call('HKEYS', taskset .. ':lanes')) do
  if string.match(lane, '^[^:]*:(.*)$') == launch then move(lane_queue(taskset, lane), taskset .. ':lanes', lane) end
end
for _, name in ipairs(redis.call('HKEYS', taskset .. ':affinities')) do
  if string.match(name, '^.-\t(.*)$') == launch then move(affinity_queue(taskset, name), taskset .. ':affinities', name) end
end
wake(taskset, moved)
return {moved, left}
