--#include field
-- A worker says that it lives, and is told what it holds.
-- KEYS: 1 worker
-- ARGV: 1 owner, 2 lifetime of the heartbeat in ms
-- Returns the taskset that it serves by its hash, '' for none; or nil if the name is not (any more) this owner's: it
-- was given up, or another one has it.
if field(KEYS[1], 'owner') ~= ARGV[1] then return false end
redis.call('SET', KEYS[1] .. ':heartbeat', 'alive', 'PX', ARGV[2])
-- The worker knows what it serves. Where that differs, Redis has lost its last writes.
return field(KEYS[1], 'taskset')
