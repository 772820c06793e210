-- Writes the jobs that requests may name, in place of all that were there.
-- KEYS: 1 request_jobs
-- ARGV: names and their JSON; may be none
-- Returns 1. A repeat writes the same.
redis.call('DEL', KEYS[1])
-- One by one: unpack has a limit.
for i = 1, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
return 1
