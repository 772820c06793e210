--#include clock
--#include field
--#include queue_order
-- Makes an active taskset of one task of a job that waits. Everything in one step, so that a server that dies leaves a job
-- that waits, or a taskset that any server goes on with.
-- KEYS: 1 job, 2 taskset, 3 active_taskset
-- ARGV: 1 number of the job, 2 what the keys of queues begin with, 3 spec_file, then fields of the taskset with their values
-- Returns 'admitted', or 'gone' (it was cancelled, or moved, or another server has admitted it, or it has waited too long).
if field(KEYS[1], 'status') ~= '' or field(KEYS[1], 'taskset') ~= KEYS[2] then return 'gone' end
local queue = ARGV[2] .. field(KEYS[1], 'queue')
if not dequeue(queue .. ':waiting', queue .. ':tags', ARGV[1], true) then return 'gone' end
local at, ms = clock()
local until_ms = tonumber(field(KEYS[1], 'until_ms'))
if until_ms and tonumber(ms) > until_ms then
  -- The server that would have cancelled it is gone, and with it the one who waited.
  redis.call('HSET', KEYS[1], 'status', 'cancelled', 'ended_ms', ms, 'reason', 'nobody waits for it any more')
  redis.call('EXPIRE', KEYS[1], 86400)
  return 'gone'
end
local task = KEYS[2] .. ':task:' .. ARGV[3]
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
redis.call('HSET', KEYS[2], 'created_at', at .. ' UTC', 'created_ms', ms, 'activated_ms', ms, 'task_count', '1',
    'job', ARGV[1])
local list = field(KEYS[1], 'notify')
if list ~= '' then redis.call('HSET', KEYS[2], 'notify', list) end
redis.call('HSET', task, 'taskset', KEYS[2], 'spec_file', ARGV[3], 'estimate_sec', '', 'estimate_ms', '', 'index', '0')
for _, list in ipairs({':tasks', ':tasks_left', ':task_queue'}) do redis.call('RPUSH', KEYS[2] .. list, task) end
-- As the tasks of every taskset: longer than any run waits.
redis.call('EXPIRE', task, 2592000)
redis.call('RPUSH', KEYS[3], KEYS[2])
redis.call('HSET', KEYS[1], 'status', 'running', 'admitted_ms', ms)
return 'admitted'
