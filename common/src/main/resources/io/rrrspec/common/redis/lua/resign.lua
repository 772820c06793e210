-- Gives the lead of a role away, so that another server need not wait for its end.
-- KEYS: 1 lead
-- ARGV: 1 owner
-- Returns 1 if the owner led, else 0.
-- Guard: another may have taken the lead meanwhile.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
