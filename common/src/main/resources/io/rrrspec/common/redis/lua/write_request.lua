-- Writes a request, unless somebody else has done so meanwhile: with it where it is listed, offered and looked after.
-- KEYS: 1 request, 2 its steps, 3 requests, 4 those of its state before and 5 after, 6 requests_due, 7 requests_unsaved,
--       8 offers of its queue before and 9 after
-- ARGV: 1 version that was read (0: it is new), 2 id, 3 whole and 4 brief as JSON, 5 its new version, 6 when it was asked for,
--       7 when it is due, 8 when it ended ('' if it is not over), 9 whether it was offered ('1'), 10 since when it is offered
--       ('' if it is not), 11 how long it is kept in s ('' while it is not over), 12… its new steps; times in ms
-- Returns 'written', or 'changed': there is another version.
local now = redis.call('HMGET', KEYS[1], 'version', 'whole')
-- Called again because the answer was lost.
if now[2] == ARGV[3] then return 'written' end
if (now[1] or '0') ~= ARGV[1] then return 'changed' end
redis.call('HSET', KEYS[1], 'version', ARGV[5], 'whole', ARGV[3], 'brief', ARGV[4])
for i = 12, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
local many = redis.call('LLEN', KEYS[2]) - 10000
if many > 0 then
  redis.call('LTRIM', KEYS[2], many, -1)
  -- A step keeps its number.
  redis.call('HINCRBY', KEYS[1], 'trimmed', many)
end
redis.call('ZADD', KEYS[3], ARGV[6], ARGV[2])
if KEYS[4] ~= KEYS[5] then redis.call('ZREM', KEYS[4], ARGV[2]) end
redis.call('ZADD', KEYS[5], ARGV[6], ARGV[2])
redis.call('ZADD', KEYS[6], ARGV[7], ARGV[2])
if ARGV[9] == '1' then redis.call('ZREM', KEYS[8], ARGV[2]) end
if ARGV[10] ~= '' then redis.call('ZADD', KEYS[9], ARGV[10], ARGV[2]) end
if ARGV[8] == '' then
  redis.call('ZREM', KEYS[7], ARGV[2])
  redis.call('PERSIST', KEYS[1])
  redis.call('PERSIST', KEYS[2])
else
  redis.call('ZADD', KEYS[7], ARGV[8], ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[11])
  redis.call('EXPIRE', KEYS[2], ARGV[11])
end
return 'written'
