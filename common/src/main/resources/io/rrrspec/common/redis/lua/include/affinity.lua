-- Affinity: tasks with the same key share something in a JVM that is expensive to make, such as the context of a
-- framework. The first task of a key in a JVM pays for it (affinity_ms of the task), the others find it there. The field
-- affinities of a slave has the keys of its JVM, a line each: those that it reported with its last result, and that of the
-- task which it holds. A key that begins with "warm " is no slave's word, but was learned from what tasks took after others;
-- a JVM has it from its first task of the key on.

-- How long others must need for a key that they have before a further JVM makes it, too: longer than its start and one task.
-- Twice as long for a key that was learned: such tasks are heavy, and two of them side by side take more of processors
-- that share caches than one after the other.
local function worth_another(g)
  return (string.sub(g.name, 1, 5) == 'warm ' and 2 or 1) * (g.cost + g.longest)
end

-- Whether a key that other JVMs have is worth a start in a further one: they need long enough for all that they have to do,
-- and what it takes off each of them is more than a tenth of the start.
local function gains_by_another(g)
  local ends = g.work / g.jvms
  return ends > worth_another(g) and math.min(g.sum, ends - g.cost) / (g.jvms + 1) > g.cost / 10
end

-- Which tasks a JVM takes next, of those that are queued for its launch (AffinityRuleTest compares it with a reference):
-- * what it has already, the key with the most work first, so that keys are used up one after the other. A task without
--   a key comes before, if it is longer than all that is left of that key: else the run would end with it;
-- * then a key that no JVM has, the one with the most work first, and the tasks without a key, in the order of their
--   length: a key counts as long as all of its tasks and its start. So short tasks are left to fill the gaps at the end;
-- * and a key that only others have, if gains_by_another. It comes before a key that no JVM has and before a task without a
--   key only if it will be needed anyway (those that have it are behind an even division of the rest), and if its longest
--   task is longer than those.
-- groups: a list of keys with queued tasks: name, classes (more than 0), sum and longest of their estimates, cost, jvms (how
--   many live JVMs have it), mine (whether this one has), work (the sum of all that its JVMs have to do, without this one)
-- plain: the estimate of the first task without a key; nil if there is none
-- balanced: how long an even division of the rest of the run over its JVMs takes
-- jvms: how many these are
-- Returns a group, 'plain', or nil if there is nothing that this JVM should begin.
local function choose_affinity(groups, plain, balanced, jvms)
  local own, open, help
  -- The first one that is larger, and of equal ones the first by name.
  local function better(g, value, best, of) return not best or value > of or (value == of and g.name < best.name) end
  local own_size, open_size, help_size
  for _, g in ipairs(groups) do
    if g.mine then
      if better(g, g.sum, own, own_size) then own, own_size = g, g.sum end
    elseif g.jvms == 0 then
      if better(g, g.cost + g.sum, open, open_size) then open, open_size = g, g.cost + g.sum end
    elseif gains_by_another(g) then
      if better(g, g.work / g.jvms, help, help_size) then help, help_size = g, g.work / g.jvms end
    end
  end
  if own then
    if plain and plain > own.sum then return 'plain' end
    return own
  end
  local next, size = open, open_size or 0
  if plain and (not open or plain > size) then next, size = 'plain', plain end
  if not next then return help end
  if help and help.longest > size and help_size > balanced + help.cost / jvms then return help end
  return next
end

-- A JVM whose task takes more than twice as long as expected, and so much longer, in ms, has nothing that anybody waits for.
local OVERDUE_MS = 2000

-- The keys of queued tasks by launch: groups (as above), busy (the sum of what its slaves still need for the tasks that
-- they hold, in ms), sum (of all queued tasks with a key, and of what is paid for keys that no JVM has).
-- slaves: the live slaves that count, each with its launch
local function affinity_loads(taskset, slaves, ms)
  ms = tonumber(ms)
  local loads, by_name = {}, {}
  local all = redis.call('HGETALL', taskset .. ':affinities')
  for i = 1, #all, 2 do
    local launch = string.match(all[i], '^.-\t(.*)$')
    local queue = affinity_queue(taskset, all[i])
    local classes = launch and redis.call('LLEN', queue) or 0
    if classes > 0 then
      local head = redis.call('HMGET', redis.call('LINDEX', queue, 0), 'estimate_ms', 'affinity_ms')
      local sum = math.max(0, tonumber(all[i + 1]) or 0)
      local g = {name = all[i], classes = classes, sum = sum, longest = math.min(sum, tonumber(head[1] or '') or UNKNOWN_MS),
          cost = tonumber(head[2] or '') or 0, jvms = 0, mine = false, work = 0}
      loads[launch] = loads[launch] or {groups = {}, busy = 0, sum = 0, jvms = 0}
      table.insert(loads[launch].groups, g)
      loads[launch].sum = loads[launch].sum + sum
      by_name[all[i]] = g
    end
  end
  if next(loads) == nil then return loads end
  local has = {}
  for slave, launch in pairs(slaves) do
    local l = loads[launch]
    if l then
      local s = redis.call('HMGET', slave, 'affinities', 'open_trial')
      local theirs = {busy = 0, groups = {}}
      if (s[2] or '') ~= '' then
        local t = redis.call('HMGET', s[2], 'task', 'started_ms', 'affinity_opens')
        local expected = t[1] and estimate_ms(t[1]) or 0
        if t[1] and t[3] == '1' then expected = expected + (tonumber(field(t[1], 'affinity_ms')) or 0) end
        local left = (tonumber(t[2] or '') or ms) + expected - ms
        -- What takes longer than expected is expected to take as long again. Nobody waits for what hangs.
        theirs.busy = math.abs(left)
        if -left > math.max(expected, OVERDUE_MS) then s[1] = '' end
      end
      for key in string.gmatch(s[1] or '', '[^\n]+') do
        local g = by_name[key .. '\t' .. launch]
        if g then
          g.jvms = g.jvms + 1
          table.insert(theirs.groups, g)
        end
      end
      l.busy, l.jvms = l.busy + theirs.busy, l.jvms + 1
      has[#has + 1] = theirs
    end
  end
  for _, theirs in ipairs(has) do
    local work = theirs.busy
    for _, g in ipairs(theirs.groups) do work = work + g.sum / g.jvms end
    for _, g in ipairs(theirs.groups) do g.work = g.work + work end
  end
  for _, l in pairs(loads) do
    for _, g in ipairs(l.groups) do
      if g.jvms == 0 then l.sum = l.sum + g.cost end
    end
  end
  return loads
end
