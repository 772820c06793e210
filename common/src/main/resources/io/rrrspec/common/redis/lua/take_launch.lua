--#include clock
--#include field
-- A place of a worker begins to start a JVM: from now on that counts, so that places which choose at one moment do not all
-- choose the same launch.
-- KEYS: 1 taskset, 2 worker
-- ARGV: 1 number of the place, 2 launch, 3 the version that the choice was made by ('*' for any)
-- Returns 1, or 0 if somebody else has chosen meanwhile.
if ARGV[3] ~= '*' and field(KEYS[1], 'launch_version') ~= ARGV[3] then return 0 end
if field(KEYS[1], 'status') ~= 'running' then return 0 end
local at, ms = clock()
redis.call('HINCRBY', KEYS[1], 'launch_version', 1)
redis.call('HSET', KEYS[1] .. ':starting', KEYS[2] .. ' ' .. ARGV[1], ARGV[2] .. '\t' .. ms .. '\t')
return 1
