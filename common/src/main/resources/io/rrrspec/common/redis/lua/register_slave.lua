--#include clock
--#include field
--#include close
-- A slave announces itself.
-- KEYS: 1 slave, 2 its worker, 3 taskset
-- ARGV: 1 host name (its worker's own word wins, if that vouches for it), 2 '1' if its worker vouches for it (else it beats for itself),
--       3 the launch that it serves ('' for all)
-- Returns its life (a number), or 'dead' if its worker is not alive, or 'over'.
if redis.call('EXISTS', KEYS[2] .. ':heartbeat') == 0 then return 'dead' end
if field(KEYS[3], 'status') ~= 'running' then return 'over' end
local at, ms = clock()
-- Process ids come back: what an earlier life of this id held is lost.
close(KEYS[1], 'error', true, 'its slave ended', '', at, ms)
-- Those keys have a time to live when their taskset is over: this life must not end with them.
redis.call('PERSIST', KEYS[1])
if field(KEYS[1], 'taskset') ~= KEYS[3] then redis.call('DEL', KEYS[1] .. ':trial', KEYS[1] .. ':log') end
redis.call('HDEL', KEYS[1], 'ended_ms')
local host = ARGV[2] == '1' and field(KEYS[2], 'host') or ''
if host == '' then host = ARGV[1] end
local life = redis.call('HINCRBY', KEYS[1], 'life', 1)
-- Whose word stands for it: not that of a later process under the same name, which knows nothing of this slave.
redis.call('HSET', KEYS[1], 'taskset', KEYS[3], 'status', '', 'host', host, 'vouched', ARGV[2], 'since_ms', ms,
    'owner', field(KEYS[2], 'owner'), 'launch', ARGV[3], 'trials_before', redis.call('LLEN', KEYS[1] .. ':trial'))
redis.call('HDEL', KEYS[1], 'starting_ms', 'ready_ms', 'place', 'affinities', 'retires')
if ARGV[3] ~= '' then
  -- By this its first claim measures what its start has cost.
  local starting = redis.call('HGETALL', KEYS[3] .. ':starting')
  for i = 1, #starting, 2 do
    local place, since, slave = string.match(starting[i], ' (%d+)$'), string.match(starting[i + 1], '\t(%d+)\t(.*)$')
    if place and slave == KEYS[1] then redis.call('HSET', KEYS[1], 'starting_ms', since, 'place', place) end
  end
end
redis.call('LREM', KEYS[3] .. ':slave', 1, KEYS[1])
redis.call('RPUSH', KEYS[3] .. ':slave', KEYS[1])
return life
