--#include field
-- A worker says that it lives.
-- KEYS: 1 worker
-- ARGV: 1 owner, 2 lifetime of the heartbeat in ms
-- Returns 1, or 0 if the name is not (any more) this owner's: it was given up, or another one has it.
if field(KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1] .. ':heartbeat', 'alive', 'PX', ARGV[2])
return 1
