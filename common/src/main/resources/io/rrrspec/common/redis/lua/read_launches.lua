--#include clock
--#include field
--#include worker_of
--#include launches
--#include resources
--#include affinity
--#include launch_loads
--#include leaves
--#include probe_places
--#include probe_jvms
-- What a worker has to know to choose the launch for which it starts a JVM in a place.
-- KEYS: 1 taskset, 2 worker
-- ARGV: 1 number of the place, 2 how many places the worker has
-- Returns {version, places of all workers that serve the taskset, then of each launch its name, rank, classes, queued,
-- longest, jvms, starting, busy, start cost}, times in whole ms; an empty list if no JVM is to start now. The version
-- changes with each choice. While a waiting probe misses a JVM that this worker can start, only its launch is told of.
redis.call('HSET', KEYS[2], 'slaves', ARGV[2])
if field(KEYS[1], 'status') ~= 'running' then return {} end
-- A trial has the host to itself: no JVM starts beside it.
if host_is_held(KEYS[1], KEYS[2], '') then return {} end
local at, ms = clock()
local slaves, workers = {}, {[KEYS[2]] = true}
-- The last ones: those before them have ended long ago.
for _, slave in ipairs(redis.call('LRANGE', KEYS[1] .. ':slave', -500, -1)) do
  -- pcall: what is no slave at all serves nothing.
  local s = redis.pcall('HMGET', slave, 'life', 'status', 'launch')
  if not s.err and (s[1] or '') ~= '' and (s[2] or '') == '' and redis.call('EXISTS', worker_of(slave) .. ':heartbeat') == 1 then
    slaves[slave] = s[3] or ''
    workers[worker_of(slave)] = true
  end
end
local places = 0
for worker in pairs(workers) do places = places + (tonumber(field(worker, 'slaves')) or 1) end
local function whole(number) return string.format('%.0f', number) end
local ranks, ranked = {}, redis.call('HGETALL', KEYS[1] .. ':ranks')
for i = 1, #ranked, 2 do
  if string.match(ranked[i + 1], '^%d+$') and #ranked[i + 1] < 10 then ranks[ranked[i]] = ranked[i + 1] end
end
local answer = {field(KEYS[1], 'launch_version'), whole(places)}
local missing = missing_launches(KEYS[1], KEYS[2], slaves, KEYS[2] .. ' ' .. ARGV[1], ms)
if #missing > 0 then
  -- Only this place, or one like it, can help: there is nothing to choose.
  for _, value in ipairs({missing[1], '0', '1', whole(START_MS), whole(START_MS), '0', '0', '0', whole(START_MS)}) do
    answer[#answer + 1] = value
  end
  return answer
end
for launch, l in pairs(launch_loads(KEYS[1], slaves, KEYS[2] .. ' ' .. ARGV[1], KEYS[2], ms)) do
  for _, value in ipairs({launch, ranks[launch] or '0', whole(l.classes), whole(l.queued), whole(l.longest),
      whole(l.jvms), whole(l.starting), whole(l.busy), whole(l.start)}) do
    answer[#answer + 1] = value
  end
end
return answer
