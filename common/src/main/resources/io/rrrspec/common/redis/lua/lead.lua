-- Takes or renews the lead of a role.
-- KEYS: 1 lead
-- ARGV: 1 owner, 2 lifetime in ms
-- Returns 1 if the owner leads now, else 0.
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
