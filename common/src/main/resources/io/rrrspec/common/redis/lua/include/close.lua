-- The trial that a slave holds, or ''. Foreign slaves (no life) name it only as the last of their list.
local function open_trial(slave)
  local trial = field(slave, 'open_trial')
  if trial ~= '' or field(slave, 'life') ~= '' then return trial end
  trial = redis.call('LINDEX', slave .. ':trial', -1) or ''
  -- A Redis user with rights on our namespace alone may not even ask for a key named ''.
  if trial == '' then return '' end
  return field(trial, 'slave') == slave and trial or ''
end
-- Gives a trial the result that its slave will not bring any more.
-- cases, failed: the tests that ran, as JSON, and how many; without them nobody knows
local function give_up(trial, status, lost, reason, output, at, ms, cases, failed)
  redis.call('HSET', trial, 'status', status, 'finished_at', at .. ' UTC', 'finished_ms', ms,
      'stdout', '', 'stderr', output, 'passed', '0', 'pending', '0', 'failed', failed or '0',
      'reason', reason, 'closed_by', 'other')
  if (cases or '') ~= '' then redis.call('HSET', trial, 'cases', cases) end
  if lost then redis.call('HSET', trial, 'lost', '1') end
  local namespace = string.match(trial, '^(.-):taskset:')
  redis.call('RPUSH', namespace .. ':arbiter_queue', 'trial\t' .. trial)
end
-- Closes the open trial of a slave in its absence; the arbiter hears of it as of any other.
-- lost: the host or connection went, which is not the test's fault
local function close(slave, status, lost, reason, output, at, ms, cases, failed)
  local trial = open_trial(slave)
  if trial == '' then return '' end
  redis.call('HDEL', slave, 'open_trial')
  -- The slave may have finished it in its last moment: its word stands.
  -- And what is no trial at all is nobody's.
  local t = redis.pcall('HMGET', trial, 'status', 'task')
  if t.err or (t[1] or '') ~= '' or (t[2] or '') == '' then return '' end
  give_up(trial, status, lost, reason, output, at, ms, cases, failed)
  return trial
end
