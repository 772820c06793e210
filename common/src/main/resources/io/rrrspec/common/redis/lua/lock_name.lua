-- Locks an rsync_name for one client, so that two never sync into one directory.
-- KEYS: 1 name lock, 2 active_taskset
-- ARGV: 1 owner, 2 lifetime in ms, 3 rsync_name
-- Returns 'locked', 'held' (another owner) or the key of the active taskset of that name.
local owner = redis.call('GET', KEYS[1])
-- The owner itself may call again: to renew, or because the answer was lost.
if owner and owner ~= ARGV[1] then return 'held' end
for _, taskset in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  if redis.call('HGET', taskset, 'rsync_name') == ARGV[3] then return taskset end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'locked'
