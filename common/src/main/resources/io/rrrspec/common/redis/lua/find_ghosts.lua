-- Looks which slaves of a worker live by their hash although their process has ended: Redis has lost their end.
-- KEYS: 1 taskset, 2 worker
-- ARGV: the slaves of the worker that run
-- Returns the others that registered and have no status: slave and life, one after the other.
local running = {}
for _, slave in ipairs(ARGV) do running[slave] = true end
local own, ghosts = KEYS[2] .. ':slave:', {}
-- The last ones: those before them have ended long ago.
for _, slave in ipairs(redis.call('LRANGE', KEYS[1] .. ':slave', -5000, -1)) do
  if string.sub(slave, 1, #own) == own and not running[slave] then
    local s = redis.pcall('HMGET', slave, 'life', 'status', 'taskset')
    -- Of another implementation, or of a later taskset: not this worker's business now.
    if not s.err and (s[1] or '') ~= '' and (s[2] or '') == '' and s[3] == KEYS[1] then
      ghosts[#ghosts + 1] = slave
      ghosts[#ghosts + 1] = s[1]
    end
  end
end
return ghosts
