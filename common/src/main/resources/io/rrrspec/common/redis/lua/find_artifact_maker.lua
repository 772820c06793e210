--#include clock
-- Tells which worker makes an artifact; by the clock of Redis, since those of hosts differ.
-- KEYS: 1 maker of the artifact
-- Returns 'worker TAB for how many ms', or '' if nobody does.
local worker, since = string.match(redis.call('GET', KEYS[1]) or '', '^([^\t]+)\t(%d+)$')
if not worker then return '' end
local _, ms = clock()
return worker .. '\t' .. string.format('%.0f', math.max(0, tonumber(ms) - tonumber(since)))
