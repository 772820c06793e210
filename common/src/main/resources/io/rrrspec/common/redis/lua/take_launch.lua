--#include clock
--#include field
--#include worker_of
--#include launches
--#include resources
-- A place of a worker begins to start a JVM: from now on that counts, so that places which choose at one moment do not all
-- choose the same launch, and that no trial which needs its host to itself begins meanwhile.
-- KEYS: 1 taskset, 2 worker
-- ARGV: 1 number of the place, 2 launch ('' if the taskset has one only), 3 the version that the choice was made by ('*' for any)
-- Returns 1, or 0 if somebody else has chosen meanwhile, a trial has the host to itself, all that is left needs that, or JVMs
-- of the launch do not start.
if ARGV[3] ~= '*' and field(KEYS[1], 'launch_version') ~= ARGV[3] then return 0 end
if field(KEYS[1], 'status') ~= 'running' then return 0 end
if host_is_held(KEYS[1], KEYS[2], '') or is_unstarted(KEYS[1], ARGV[2]) then return 0 end
-- Whether the host has a JVM already where nothing is left that could run in a second one. In a taskset with several
-- launches read_launches knows.
local function is_of_no_use()
  local queued = redis.call('LLEN', KEYS[1] .. ':task_queue')
  if ARGV[2] ~= '' or queued == 0 or queued > queued_for_hosts(KEYS[1])
      or redis.call('EXISTS', KEYS[1] .. ':retry', KEYS[1] .. ':copies') > 0 then
    return false
  end
  local host = field(KEYS[2], 'host')
  for _, slave in ipairs(redis.call('LRANGE', KEYS[1] .. ':slave', -500, -1)) do
    -- pcall: what is no slave at all takes nothing.
    local s = redis.pcall('HMGET', slave, 'host', 'status')
    if not s.err and s[1] == host and (s[2] or '') == '' and redis.call('EXISTS', worker_of(slave) .. ':heartbeat') == 1 then
      return true
    end
  end
  return starts_on(KEYS[1], host) > 0
end
if is_of_no_use() then return 0 end
local at, ms = clock()
redis.call('HINCRBY', KEYS[1], 'launch_version', 1)
redis.call('HSET', KEYS[1] .. ':starting', KEYS[2] .. ' ' .. ARGV[1], ARGV[2] .. '\t' .. ms .. '\t')
return 1
