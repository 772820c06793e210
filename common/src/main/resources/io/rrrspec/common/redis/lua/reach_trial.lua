-- A slave has run what a probe runs before its class, and begins the class.
-- KEYS: 1 trial
-- Returns 1, or 0 if there is no such trial (any more).
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'reached', '1')
return 1
