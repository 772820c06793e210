--#include clock
--#include field
--#include worker_of
--#include wake
-- The tests of these launches are decided, and the goals behind them wait: their JVMs are to end (claim_task answers
-- 'over' to them).
-- KEYS: 1 taskset
-- ARGV: launches
-- Returns how many JVMs of these launches have not ended.
local status = field(KEYS[1], 'status')
local closed = {}
for launch in string.gmatch(field(KEYS[1], 'closed_launches'), '[^\n]+') do closed[launch] = true end
local added = false
for _, launch in ipairs(ARGV) do
  if not closed[launch] then added = true end
  closed[launch] = true
end
if added and (status == '' or status == 'running') then
  local all = {}
  for launch in pairs(closed) do all[#all + 1] = launch end
  redis.call('HSET', KEYS[1], 'closed_launches', table.concat(all, '\n'))
  wake(KEYS[1], redis.call('SCARD', KEYS[1] .. ':waiting'))
end
local asked = {}
for _, launch in ipairs(ARGV) do asked[launch] = true end
-- A start that was announced counts for so long, in ms: the client waits no longer.
local START_LIMIT_MS = 10000
local at, ms = clock()
local left = 0
-- The last ones: those before them have ended long ago.
for _, slave in ipairs(redis.call('LRANGE', KEYS[1] .. ':slave', -500, -1)) do
  -- pcall: what is no slave at all serves nothing.
  local s = redis.pcall('HMGET', slave, 'life', 'status', 'launch')
  if not s.err and (s[1] or '') ~= '' and (s[2] or '') == '' and asked[s[3] or '']
      and redis.call('EXISTS', worker_of(slave) .. ':heartbeat') == 1 then
    left = left + 1
  end
end
for _, start in ipairs(redis.call('HVALS', KEYS[1] .. ':starting')) do
  local launch, since, slave = string.match(start, '^(.*)\t(%d+)\t(.*)$')
  if launch and asked[launch] and tonumber(ms) - tonumber(since) < START_LIMIT_MS
      and slave ~= '' and field(slave, 'life') == '' and field(slave, 'status') == '' then
    left = left + 1
  end
end
return left
