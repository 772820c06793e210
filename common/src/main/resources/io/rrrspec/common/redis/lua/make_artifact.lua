--#include clock
-- A worker begins to make an artifact that others would wait for, or goes on with that.
-- KEYS: 1 maker of the artifact
-- ARGV: 1 the worker's name, 2 lifetime in ms
-- Returns '' if it is this worker that makes it, else who does: 'worker TAB since when, epoch in ms'.
local maker = redis.call('GET', KEYS[1])
local mine = ARGV[1] .. '\t'
if maker and maker:sub(1, #mine) ~= mine then return maker end
if not maker then
  local _, ms = clock()
  maker = mine .. ms
end
redis.call('SET', KEYS[1], maker, 'PX', ARGV[2])
return ''
