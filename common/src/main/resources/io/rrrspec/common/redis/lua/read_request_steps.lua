-- Reads what has happened to a request, from a step on.
-- KEYS: 1 request, 2 its steps
-- ARGV: 1 the number of the first step wanted; the first one of all has 0
-- Returns the number of the first one of them, and the steps. Changes nothing.
local gone = tonumber(redis.call('HGET', KEYS[1], 'trimmed') or '0')
local first = math.max(gone, tonumber(ARGV[1]))
return { first, redis.call('LRANGE', KEYS[2], first - gone, -1) }
