-- Writes how queues are set up, unless somebody else has done so meanwhile.
-- KEYS: 1 queues, 2 dispatcher_queue, 3 waiting jobs of a queue that must have none (may be left out)
-- ARGV: 1 version that was read, 2 what is set up, as JSON, 3 its digest
-- Returns 'written', 'changed' (there is another version now) or how many jobs wait where none may.
local q = redis.call('HMGET', KEYS[1], 'version', 'digest')
-- Called again because the answer was lost.
if q[2] == ARGV[3] then return 'written' end
if (q[1] or '0') ~= ARGV[1] then return 'changed' end
-- With the version unchanged nobody has pushed a job into a queue that is not there any more.
if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 1 then return string.format('%.0f', redis.call('ZCARD', KEYS[3])) end
redis.call('HSET', KEYS[1], 'version', string.format('%.0f', tonumber(ARGV[1]) + 1), 'setup', ARGV[2], 'digest', ARGV[3])
redis.call('RPUSH', KEYS[2], '0')
return 'written'
