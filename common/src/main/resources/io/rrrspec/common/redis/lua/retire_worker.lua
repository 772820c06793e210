--#include field
-- A worker takes its name back.
-- KEYS: 1 worker, 2 set of workers
-- ARGV: 1 owner
-- Returns 1, or 0 if another one has the name by now: then nothing changes.
local owner = field(KEYS[1], 'owner')
if owner ~= '' and owner ~= ARGV[1] then return 0 end
redis.call('SREM', KEYS[2], KEYS[1])
redis.call('DEL', KEYS[1], KEYS[1] .. ':heartbeat', KEYS[1] .. ':worker_queue', KEYS[1] .. ':reservation')
return 1
