--#include clock
--#include field
--#include wake
--#include over
--#include end_by_counts
--#include decide
--#include note
-- Ends a taskset whose result a worker holds: its only task has passed, without a slave.
-- KEYS: 1 taskset, 2 artifact, 3 worker
-- ARGV: 1 name of the artifact, 2 UUID for the trial
-- Returns 'given', or why not: 'over' (a worker has it already, it is over or gone), 'unwanted' (it asks for another result,
-- for none, or not for a given one), 'many' (it has not exactly one task that nobody has tried), 'gone' (the worker is dead,
-- of another type, has no port, or does not serve the artifact).
local t = redis.call('HMGET', KEYS[1], 'status', 'result', 'no_cache', 'runner', 'worker_type', 'rsync_name')
-- Only before the first worker: what runs is judged, and a second call finds a status.
if not t[6] or (t[1] or '') ~= '' then return 'over' end
if t[2] ~= ARGV[1] or (t[3] or '') ~= '' or t[4] ~= 'command' then return 'unwanted' end
local tasks = redis.call('LRANGE', KEYS[1] .. ':tasks', 0, 1)
local task = tasks[1]
if #tasks ~= 1 or redis.call('LRANGE', KEYS[1] .. ':tasks_left', 0, 1)[1] ~= task or redis.call('LLEN', KEYS[1] .. ':tasks_left') ~= 1
    or field(task, 'taskset') ~= KEYS[1] or field(task, 'status') ~= '' or redis.call('EXISTS', task .. ':trial') == 1 then
  return 'many'
end
local name = string.match(KEYS[3], ':worker:([^:]+)$') or ''
local wanted = (t[5] or '') == '' and 'default' or t[5]
local type = field(KEYS[3], 'worker_type')
-- The heartbeat, since a dead worker cannot hand its files to those who will ask for them.
if redis.call('EXISTS', KEYS[3] .. ':heartbeat') == 0 or (type == '' and 'default' or type) ~= wanted
    or field(KEYS[3], 'artifact_address') == '' or not string.match(field(KEYS[2], name), '^%x+ %d+$') then
  return 'gone'
end
local at, ms = clock()
local trial = task .. ':trial:' .. ARGV[2]
redis.call('HSET', trial, 'task', task, 'slave', '', 'started_at', at .. ' UTC', 'started_ms', ms, 'finished_at', at .. ' UTC',
    'finished_ms', ms, 'status', 'passed', 'verdict', 'passed', 'stdout', 'cached: the result of ' .. name .. ' is given\n',
    'stderr', '', 'passed', '1', 'pending', '0', 'failed', '0', 'closed_by', 'other', 'cached', '1')
redis.call('RPUSH', task .. ':trial', trial)
redis.call('HSET', KEYS[1], 'cached', '1')
note(KEYS[1], at, 'not run: the result of ' .. name .. ' is given')
decide(KEYS[1], task, trial, 'passed', at, ms)
return 'given'
