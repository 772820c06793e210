-- Moves messages from a queue into the hands of one server, oldest first.
-- KEYS: 1 queue, 2 processing list
-- ARGV: 1 how many the list may hold
-- Returns what the processing list holds then: after a lost answer the same messages again.
local room = tonumber(ARGV[1]) - redis.call('LLEN', KEYS[2])
for _ = 1, room do
  if not redis.call('LMOVE', KEYS[1], KEYS[2], 'LEFT', 'RIGHT') then break end
end
return redis.call('LRANGE', KEYS[2], 0, tonumber(ARGV[1]) - 1)
