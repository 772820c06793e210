--#include field
--#include wake
-- A worker has more slaves than its machine has room for: some of them end when they ask for their next task. Or it has room
-- again.
-- KEYS: 1 taskset, then slaves
-- ARGV: 1 '1' if they end, '' if they stay
-- Returns those for which that was written.
-- The guard: a slave that is not there yet, has ended, or serves another taskset, is none that could end.
local written = {}
for i = 2, #KEYS do
  if field(KEYS[i], 'taskset') == KEYS[1] and field(KEYS[i], 'status') == '' then
    if ARGV[1] == '1' then redis.call('HSET', KEYS[i], 'retires', '1') else redis.call('HDEL', KEYS[i], 'retires') end
    written[#written + 1] = KEYS[i]
  end
end
-- Those among them that have nothing to do look again, and end.
if ARGV[1] == '1' and #written > 0 then wake(KEYS[1], redis.call('SCARD', KEYS[1] .. ':waiting')) end
return written
