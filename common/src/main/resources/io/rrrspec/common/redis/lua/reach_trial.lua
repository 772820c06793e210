-- A slave says how far the trial of a probe is.
-- KEYS: 1 trial
-- ARGV: 1 'reached' (what runs before its class has run, and the class begins), 'ready' (what runs beside this companion is
--       there) or 'begun' (what runs beside this companion may begin)
-- Returns 1, or 0 if there is no such trial (any more).
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], '1')
return 1
