--#include field
-- A worker makes itself known under a name that no other live worker has.
-- KEYS: 1 worker, 2 set of workers, 3 dispatcher queue
-- ARGV: 1 owner (the process that asks), 2 worker_type, 3 host, 4 protocol, 5 lifetime of the heartbeat in ms,
--       6 the versions of the JDKs that it has, with blanks between them
-- Returns 0 if the name is the owner's, else for how many ms more the heartbeat of the other one lives.
local beat = KEYS[1] .. ':heartbeat'
-- The owner itself may call again: it was given up, or the answer was lost. A foreign worker has no
-- owner, but a heartbeat.
if field(KEYS[1], 'owner') ~= ARGV[1] then
  local left = redis.call('PTTL', beat)
  if left == -1 then return 3600000 end
  if left >= 0 then return math.max(1, left) end
end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'worker_type', ARGV[2], 'host', ARGV[3], 'protocol', ARGV[4], 'jdks', ARGV[6])
redis.call('HDEL', KEYS[1], 'leaving')
-- What an earlier life of the name held stays in its hands until the new one has ended the slaves of that.
redis.call('HSETNX', KEYS[1], 'taskset', '')
redis.call('SET', beat, 'alive', 'PX', ARGV[5])
redis.call('SADD', KEYS[2], KEYS[1])
redis.call('RPUSH', KEYS[3], '0')
return 0
