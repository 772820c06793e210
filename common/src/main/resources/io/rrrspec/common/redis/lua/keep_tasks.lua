--#include field
-- Lets a chunk of the tasks of a taskset that is about to be activated live as long as a run may take.
-- KEYS: 1 taskset
-- ARGV: 1 first index, 2 last index, 3 lifetime in s
-- Returns how many keys were kept.
-- Active, perhaps over and persisted: what its tasks live by now was set by others.
if field(KEYS[1], 'activated_ms') ~= '' then return 0 end
local n = 0
for _, task in ipairs(redis.call('LRANGE', KEYS[1] .. ':tasks', ARGV[1], ARGV[2])) do
  -- Not PERSIST: a client that dies before it activates must leave nothing that stays.
  n = n + redis.call('EXPIRE', task, ARGV[3])
  local count = tonumber(field(task, 'parts')) or 0
  for i = 1, count do n = n + redis.call('EXPIRE', task .. '#' .. i .. '/' .. count, ARGV[3]) end
end
return n
