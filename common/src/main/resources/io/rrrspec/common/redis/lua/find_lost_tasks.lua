--#include field
--#include hands
-- Looks which tasks no live slave holds.
-- KEYS: 1 taskset
-- ARGV: 1 '1' if foreign slaves without a heartbeat are dead, then tasks that are not queued
-- Returns those that no slave holds; what waits for the arbiter only for a moment is in it, and what is decided and yet
-- left.
local lost = {}
for i = 2, #ARGV do
  if field(ARGV[i], 'status') ~= '' or hands(ARGV[i], ARGV[1] == '1') ~= 'slave' then lost[#lost + 1] = ARGV[i] end
end
return lost
