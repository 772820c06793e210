-- Notes that a request is in the SQL store.
-- KEYS: 1 request, 2 requests_unsaved
-- ARGV: 1 id, 2 version that was saved
-- Returns 1, or 0 if another version is there. A repeat finds nothing.
local now = redis.call('HGET', KEYS[1], 'version')
-- It was tried again meanwhile, and may have ended again: that is to be saved, too.
if now and now ~= ARGV[2] then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
