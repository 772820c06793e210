--#include clock
--#include field
--#include needs_ours
-- Gives an idle worker to a taskset.
-- KEYS: 1 taskset, 2 worker, 3 turns (may be left out)
-- ARGV: 1 lifetime of the reservation in ms, 2 workers that serve the taskset as the dispatcher saw it, 3 its limit, 4 why this
--       worker, or '', then, if queues take turns: 5 a field of the turns, 6 its value
-- Returns 'assigned', or why not: 'over', 'full', 'busy', 'dead', 'sick', 'unfit' (it does not know what the taskset needs).
local status = field(KEYS[1], 'status')
-- Gone: writing its status would bring a part of it back, for ever.
if redis.call('EXISTS', KEYS[1]) == 0 then return 'over' end
if status ~= '' and status ~= 'running' then return 'over' end
if tonumber(ARGV[2]) >= tonumber(ARGV[3]) then return 'full' end
if needs_ours(KEYS[1]) and field(KEYS[2], 'protocol') == '' then return 'unfit' end
-- Between taking a taskset from its queue and naming it, a worker looks idle: the reservation covers that. One for a
-- taskset that is over covers nothing: foreign implementations never delete it.
local reserved = redis.call('GET', KEYS[2] .. ':reservation')
if field(KEYS[2], 'taskset') ~= '' or (reserved and redis.pcall('HGET', reserved, 'status') == 'running')
    or redis.call('LLEN', KEYS[2] .. ':worker_queue') > 0 then
  return 'busy'
end
if redis.call('EXISTS', KEYS[2] .. ':heartbeat') == 0 then return 'dead' end
-- It was taken off a taskset, and gets nothing until that key has run out.
if redis.call('EXISTS', KEYS[2] .. ':sick') == 1 then return 'sick' end
redis.call('SET', KEYS[2] .. ':reservation', KEYS[1], 'PX', ARGV[1])
redis.call('RPUSH', KEYS[2] .. ':worker_queue', KEYS[1])
-- For the worker log, which is made when the worker takes it.
if ARGV[4] ~= '' then redis.call('HSET', KEYS[2], 'placed', KEYS[1] .. '\t' .. ARGV[4]) end
-- With the assignment: a server that dies has had its turn, or not.
if KEYS[3] then redis.call('HSET', KEYS[3], ARGV[5], ARGV[6]) end
if status == '' then
  local at = clock()
  redis.call('HSET', KEYS[1], 'status', 'running')
  redis.call('APPEND', KEYS[1] .. ':log', at .. ' started on ' .. KEYS[2] .. '\n')
end
return 'assigned'
