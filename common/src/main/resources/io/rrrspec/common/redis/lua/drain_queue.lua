--#include queue_order
-- Hands jobs that wait in a destroyed queue to the one that takes it over, in chunks.
-- KEYS: 1 waiting jobs of the destroyed queue, 2 its tags, 3 waiting jobs of the other one, 4 its tags, 5 dispatcher_queue
-- ARGV: 1 how many at most, 2 what the keys of jobs begin with, 3 the other queue
-- Returns how many are left.
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, tonumber(ARGV[1]) - 1)) do
  local number = string.format('%.0f', tonumber(member))
  local job = ARGV[2] .. number
  redis.call('HSET', job, 'queue', ARGV[3])
  redis.call('HDEL', job, 'ahead')
  dequeue(KEYS[1], KEYS[2], number, false)
  enqueue(KEYS[3], KEYS[4], number, redis.call('HGET', job, 'user') or '')
end
redis.call('RPUSH', KEYS[5], '0')
return redis.call('ZCARD', KEYS[1])
