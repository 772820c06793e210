-- Writes the quarantine of a test, unless somebody else has changed it meanwhile.
-- KEYS: 1 quarantine
-- ARGV: 1 taskset class, a tab, the test; 2 what was read of it ('': none), 3 what it is to be ('': none),
--       4 a day (yyyy-MM-dd): what ended before it is removed, 5 how many there may be, 6 how long the key lives, in seconds
-- Returns 'written', 'full', or 'changed' and what is there now ('': none).
local now = redis.call('HGET', KEYS[1], ARGV[1]) or ''
-- Called again because the answer was lost.
if now == ARGV[3] then return {'written', now} end
-- Of two who change it at once the second has not seen what the first wrote.
if now ~= ARGV[2] then return {'changed', now} end
local all = redis.call('HGETALL', KEYS[1])
local count = #all / 2
for i = 1, #all, 2 do
  if all[i] ~= ARGV[1] and string.sub(all[i + 1], 1, 10) < ARGV[4] then
    redis.call('HDEL', KEYS[1], all[i])
    count = count - 1
  end
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  if now == '' and count >= tonumber(ARGV[5]) then return {'full', now} end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
redis.call('EXPIRE', KEYS[1], ARGV[6])
return {'written', ARGV[3]}
