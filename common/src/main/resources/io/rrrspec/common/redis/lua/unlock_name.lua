-- Gives a name lock back.
-- KEYS: 1 name lock
-- ARGV: 1 owner
-- Returns 1 if the owner had it, else 0.
-- Only the owner's own: after a pause that was longer than its lifetime it may be another client's by now.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
return 1
