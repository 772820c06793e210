--#include clock
--#include field
--#include worker_of
--#include launches
--#include launch_choice
-- A worker asks for which launch it is to start a JVM in a place.
-- KEYS: 1 taskset, 2 worker
-- ARGV: 1 number of the place, 2 launch of the JVM that ran there if another one of it is needed ('' otherwise)
-- Returns the launch, or '' (no start is worth it now).
-- The places that start count as served, so that places which ask at one moment do not all get the same.
local starting, place = KEYS[1] .. ':starting', KEYS[2] .. ' ' .. ARGV[1]
redis.call('HDEL', starting, place)
if redis.call('HMGET', KEYS[1], 'status')[1] ~= 'running' then return '' end
local at, ms = clock()
local others = {}
-- The last ones: those before them have ended long ago.
for _, slave in ipairs(redis.call('LRANGE', KEYS[1] .. ':slave', -500, -1)) do
  -- pcall: what is no slave at all serves nothing.
  local s = redis.pcall('HMGET', slave, 'life', 'status', 'launch')
  if not s.err and (s[1] or '') ~= '' and (s[2] or '') == '' then others[slave] = s[3] or '' end
end
local launch = ARGV[2] ~= '' and ARGV[2] or choose_launch(KEYS[1], '', others, ms)
if not launch then return '' end
redis.call('HSET', starting, place, launch .. '\t' .. ms .. '\t')
return launch
