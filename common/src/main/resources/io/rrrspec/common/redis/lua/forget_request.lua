-- Forgets a request that ended long ago.
-- KEYS: 1 request, 2 its steps, then the sorted sets that may have it
-- ARGV: 1 version that was read, 2 id
-- Returns 1, or 0 if it has changed. A repeat finds nothing.
local now = redis.call('HGET', KEYS[1], 'version')
-- Somebody may have it tried again.
if now and now ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
for i = 3, #KEYS do redis.call('ZREM', KEYS[i], ARGV[2]) end
return 1
