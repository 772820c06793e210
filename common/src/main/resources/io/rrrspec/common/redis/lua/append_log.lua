-- Appends to a log, in one step with its lifetime.
-- KEYS: 1 log
-- ARGV: 1 lifetime in seconds, 2 text
-- Returns the length of the log.
local length = redis.call('APPEND', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[1])
return length
