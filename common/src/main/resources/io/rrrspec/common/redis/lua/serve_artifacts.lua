--#include field
-- A worker says where it gives artifacts to others.
-- KEYS: 1 worker
-- ARGV: 1 owner, 2 address, 3 token
-- Returns 1, or 0 if the name is not the owner's: then nothing changes.
if field(KEYS[1], 'owner') ~= ARGV[1] or ARGV[1] == '' then return 0 end
redis.call('HSET', KEYS[1], 'artifact_address', ARGV[2], 'artifact_token', ARGV[3])
return 1
