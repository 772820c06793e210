-- Classes that fail beside others: two JVMs of one host collide over a port or a file. Such a class is looked at with
-- its host to itself ('quiet'): no other JVM of the taskset has run anything there. A probe 'beside' is two trials: its
-- 'companion' runs the neighbours in a JVM of its own, and stays until the class has ended.

-- More neighbours are never replayed.
local MOST_NEIGHBOURS = 2000
-- A class does not begin later than this after the neighbour beside which it failed.
local LONGEST_OFFSET_MS = 60000

-- Whether the exceptions of a trial's failed tests speak of what the JVMs of a host share. Other failures are not looked
-- at with the host to themselves: that would make every red run longer.
local SHARED = {'port', 'address', 'bind', 'socket', 'connect', 'lock', 'in use', 'already', 'another process', 'java.io.',
    'java.nio.file.', 'java.net.', 'java.sql.', 'time[d -]*out', 'file', 'director'}
local function speaks_of_the_host(trial)
  local fine, cases = pcall(cjson.decode, field(trial, 'cases'))
  if not fine or type(cases) ~= 'table' then return false end
  for _, case in ipairs(cases) do
    if type(case) == 'table' and (case.o == 'f' or case.o == 'e') then
      local text = tostring(case.t or '') .. '\n' .. tostring(case.m or '')
      for cause in string.gmatch(tostring(case.s or ''), 'Caused by: [^\n]+') do text = text .. '\n' .. cause end
      text = string.lower(text)
      for _, word in ipairs(SHARED) do
        if string.find(text, word) then return true end
      end
    end
  end
  return false
end

-- Whether two tasks need a resource that only one of them has at a time, or one of them its host: such a neighbour is never
-- replayed beside the task.
local function exclude_each_other(taskset, task, other)
  local names = field(task, 'resources')
  if needs_host(taskset, names) or needs_host(taskset, field(other, 'resources')) then return true end
  local theirs = names == '' and '' or ',' .. field(other, 'resources') .. ','
  for name in string.gmatch(names, '[^,]+') do
    local rule = rule_of(taskset, name)
    if rule and tonumber(rule.limit) == 1 and string.find(theirs, ',' .. name .. ',', 1, true) then return true end
  end
  return false
end

-- Whether a task needs what goals of the build start and stop around its tests. A look would keep them from their end, and
-- behind that the tests cannot run again.
local function is_gated(task) return string.find(',' .. field(task, 'resources'), ',@', 1, true) ~= nil end
-- What other JVMs of its host had run by the end of a trial, in the order of their beginnings; which of these ran at the
-- same time; and for each how much earlier it began, how long it took, in ms, and whether it was over when the trial began.
local function neighbours(taskset, task, trial)
  local t = redis.call('HMGET', trial, 'slave', 'started_ms', 'finished_ms')
  local slave, began, ended = t[1] or '', tonumber(t[2] or ''), tonumber(t[3] or '')
  local host = slave == '' and '' or field(slave, 'host')
  if host == '' or not began or not ended then return {}, {}, {} end
  local found = {}
  for _, other in ipairs(redis.call('LRANGE', taskset .. ':slave', -500, -1)) do
    local o = redis.pcall('HMGET', other, 'host', 'trials_before', 'ended_ms', 'life')
    if other ~= slave and not o.err and o[1] == host and (o[4] or '') ~= ''
        and (tonumber(o[3] or '') or ended) > began then
      for _, theirs in ipairs(redis.call('LRANGE', other .. ':trial', tonumber(o[2] or '') or 0, -1)) do
        local n = redis.call('HMGET', theirs, 'task', 'started_ms', 'finished_ms')
        local from, to = tonumber(n[2] or ''), tonumber(n[3] or '') or ended
        if n[1] and n[1] ~= task and from and from <= ended and not exclude_each_other(taskset, task, n[1])
            and not is_gated(n[1]) then
          found[#found + 1] = {name = task_of(theirs), from = from, ms = to - from, over = to <= began}
        end
      end
    end
  end
  table.sort(found, function(a, b) return a.from < b.from end)
  local all, during, spans = {}, {}, {}
  for i = math.max(1, #found - MOST_NEIGHBOURS + 1), #found do
    local n = found[i]
    if not spans[n.name] then
      spans[n.name] = {d = began - n.from, ms = n.ms, over = n.over}
      all[#all + 1] = n.name
      if not n.over then during[#during + 1] = n.name end
    end
  end
  return all, during, spans
end

-- When a class begins beside a list of neighbours: after how many of them have ended, and how many ms after the beginning
-- of the next one. In the middle of that it meets what lasts as long as the class; 'same' is as it was when it failed.
local function meeting(list, spans, how)
  local ended = 0
  while list[ended + 1] and spans[list[ended + 1]].over do ended = ended + 1 end
  local next = list[ended + 1]
  local offset = next and (how == 'same' and spans[next].d or spans[next].ms / 2) or 0
  return ended, math.max(0, math.min(offset, LONGEST_OFFSET_MS))
end

-- 'since' if one of the neighbours had ended when the class began, and has left something behind; else 'while'.
local function relation(list, spans)
  for _, name in ipairs(list) do
    if spans[name] and spans[name].over then return 'since' end
  end
  return 'while'
end

-- The launch of what a list of classes is started with: all of one list have the same.
local function launch_of_list(taskset, list) return field(taskset .. ':task:' .. (list[1] or ''), 'launch') end
-- The lists that a companion runs one after the other, to see with which the class fails: a JVM runs the classes of one
-- launch, so those of each launch by themselves. What ran at the same time comes first, then all that these JVMs had run.
local function lists_beside(taskset, all, during)
  local lists = {}
  local function add(names, known)
    local by, order = {}, {}
    for _, name in ipairs(names) do
      local launch = launch_of_list(taskset, {name})
      if not by[launch] then
        by[launch] = {}
        order[#order + 1] = launch
      end
      table.insert(by[launch], name)
    end
    for _, launch in ipairs(order) do
      if #by[launch] > (known[launch] or 0) then lists[#lists + 1] = by[launch] end
      known[launch] = #by[launch]
    end
    return known
  end
  add(all, add(during, {}))
  return lists
end

-- Tells the companion of a probe that the class beside it has ended: it runs its own class to the end, so that this gives
-- back what it holds outside of its JVM, and reports.
-- Returns 'goes on' while it does, 'there' if it was there until the class had ended, 'gave up' (by its own word) or
-- 'gone'.
local function release_companion(trial)
  local companion = field(trial, 'beside')
  if companion == '' then return 'gone' end
  local c = redis.call('HMGET', companion, 'status', 'verdict', 'released', 'begun', 'slave', 'closed_by')
  if (c[1] or '') == '' then
    if (c[2] or '') ~= '' then return 'gone' end
    redis.call('HSET', companion, 'released', '1')
    return 'goes on'
  end
  -- What hangs in it is ended by its time-out, and was there.
  if c[3] == '1' and c[4] == '1' and (c[1] == 'passed' or c[1] == 'timeout') then return 'there' end
  return c[6] == c[5] and c[1] == 'error' and 'gave up' or 'gone'
end
-- The trial that runs beside a companion; nil if that has not come.
local function trial_beside(task, companion)
  for _, other in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    if field(other, 'beside') == companion then return other end
  end
  return nil
end
