--#include field
--#include worker_of
--#include resources
-- What a worker has to know to choose its number of slaves.
-- KEYS: 1 taskset, 2 worker
-- Returns how many tasks wait that may run beside others, how many slaves wait on all workers, and '1' if no JVM is to start
-- beside what runs or waits now: a task that is looked at again, or one that has its host to itself.
local queued = redis.call('LLEN', KEYS[1] .. ':task_queue') + redis.call('LLEN', KEYS[1] .. ':retry')
local probing = (tonumber(field(KEYS[1], 'probing')) or 0) > 0
return {math.max(0, queued - queued_for_hosts(KEYS[1])), redis.call('SCARD', KEYS[1] .. ':waiting'),
    (probing or host_is_held(KEYS[1], KEYS[2], '')) and '1' or ''}
