--#include field
-- Tells which slave a place has started, so that it is not counted twice once it is there.
-- KEYS: 1 taskset, 2 worker
-- ARGV: 1 number of the place, 2 slave
local place = KEYS[2] .. ' ' .. ARGV[1]
local start = redis.call('HGET', KEYS[1] .. ':starting', place)
local before, since = string.match(start or '', '^(.*\t(%d+)\t)')
if before then
  redis.call('HSET', KEYS[1] .. ':starting', place, before .. ARGV[2])
  -- It was faster than its worker, and has not found its start.
  if field(ARGV[2], 'taskset') == KEYS[1] and field(ARGV[2], 'status') == '' and field(ARGV[2], 'place') == '' then
    redis.call('HSET', ARGV[2], 'starting_ms', since, 'place', ARGV[1])
  end
end
return 1
