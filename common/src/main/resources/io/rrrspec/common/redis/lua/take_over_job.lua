-- Takes over a job that a dead server was starting.
-- KEYS: 1 starting_jobs, 2 heartbeat of the other server
-- ARGV: 1 number of the job, 2 the other server, 3 this server
-- Returns 1 if it is this server's, else 0.
local owner = redis.call('HGET', KEYS[1], ARGV[1])
-- Called again because the answer was lost.
if owner == ARGV[3] then return 1 end
-- Two servers may see the death: the first one has it.
if owner ~= ARGV[2] or redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
