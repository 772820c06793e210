-- A worker makes an artifact no more, whether it is there now or not.
-- KEYS: 1 maker of the artifact
-- ARGV: 1 the worker's name
-- Returns 1, or 0 if it was not this worker that made it.
local maker = redis.call('GET', KEYS[1])
local mine = ARGV[1] .. '\t'
if not maker or maker:sub(1, #mine) ~= mine then return 0 end
return redis.call('DEL', KEYS[1])
