-- Whether a foreign slave lives: its heartbeat is all that tells. A status may be that of an earlier slave of
-- the same id.
local function foreign_lives(slave)
  return slave ~= '' and field(slave, 'life') == '' and redis.call('EXISTS', slave .. ':heartbeat') == 1
end
-- Whether one that lives has tried the task: it would push it back into the queue, for ever.
local function tried_by_foreign(task)
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    if foreign_lives(field(trial, 'slave')) then return true end
  end
  return false
end
