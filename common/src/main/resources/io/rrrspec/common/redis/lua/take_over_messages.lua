-- Puts the messages of a dead server back to the front of their queue.
-- KEYS: 1 processing list, 2 queue, 3 heartbeat of the server
-- ARGV: 1 how many at most
-- Returns how many. A server that is alive keeps its own.
if redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
local n = 0
while n < tonumber(ARGV[1]) and redis.call('LMOVE', KEYS[1], KEYS[2], 'RIGHT', 'LEFT') do n = n + 1 end
return n
