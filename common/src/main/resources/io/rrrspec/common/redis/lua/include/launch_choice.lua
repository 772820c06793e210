-- What a start costs, in ms: for less work nobody starts a JVM.
local START_MS = 700
-- For which launch a slave place of a worker should get a JVM next; nil if no start is worth it.
-- own: the launch that the place serves now, '' for none; it is not counted there
-- others: the other live slaves of ours with their launches
local function choose_launch(taskset, own, others, ms)
  local queued = redis.call('HGETALL', taskset .. ':launches')
  local work, jvms, classes = {}, {}, {}
  for i = 1, #queued, 2 do
    local launch = queued[i]
    local n = redis.call('LLEN', launch_queue(taskset, launch))
    if n > 0 then work[launch], classes[launch] = math.max(0, tonumber(queued[i + 1]) or 0), n end
  end
  -- A retry that this place's JVM may not take, or one of a launch that no JVM serves any more.
  for _, entry in ipairs(redis.call('LRANGE', taskset .. ':retry', 0, 49)) do
    local task = string.match(entry, '^%d+\t(.*)$')
    local launch = task and field(task, 'launch') or ''
    if launch ~= '' then
      work[launch] = (work[launch] or 0) + estimate_ms(task)
      classes[launch] = (classes[launch] or 0) + 1
    end
  end
  for _, launch in pairs(others) do jvms[launch] = (jvms[launch] or 0) + 1 end
  for _, start in ipairs(redis.call('HVALS', taskset .. ':starting')) do
    local launch, since, slave = string.match(start, '^(.*)\t(%d+)\t(.*)$')
    -- Not one that has announced itself, nor one whose worker died with it on its way.
    if launch and tonumber(ms) - tonumber(since) < 60000 and (slave == '' or field(slave, 'life') == '') then
      jvms[launch] = (jvms[launch] or 0) + 1
    end
  end
  local best, most = nil, -1
  for launch, left in pairs(work) do
    local n = jvms[launch] or 0
    local share = left / (n + 1)
    local worth = n == 0 or (classes[launch] > n and share > START_MS)
    if launch ~= own and worth and (share > most or (share == most and launch < best)) then best, most = launch, share end
  end
  return best
end
