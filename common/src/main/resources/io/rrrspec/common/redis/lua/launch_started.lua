-- Tells which slave a place has started, so that it is not counted twice once it is there.
-- KEYS: 1 taskset, 2 worker
-- ARGV: 1 number of the place, 2 slave
local place = KEYS[2] .. ' ' .. ARGV[1]
local start = redis.call('HGET', KEYS[1] .. ':starting', place)
local before = start and string.match(start, '^(.*\t%d+\t)')
if before then redis.call('HSET', KEYS[1] .. ':starting', place, before .. ARGV[2]) end
return 1
