-- In whose hands an undecided task is that is not queued: 'slave', 'nobody', or 'arbiter' with the trials that wait
-- for it: those that have a status, and those whose slave is gone and which nobody else would ever close.
-- foreign: whether a foreign slave without a heartbeat may be called dead
local function hands(task, foreign)
  local waiting = {}
  for _, trial in ipairs(redis.call('LRANGE', task .. ':trial', 0, -1)) do
    local t = redis.call('HMGET', trial, 'verdict', 'status', 'slave', 'task')
    if t[4] and (not t[1] or t[1] == '') then
      if t[2] and t[2] ~= '' then
        waiting[#waiting + 1] = trial
      else
        -- Not '' for none: a Redis user with rights on our namespace alone may not ask for that key.
        local slave = t[3] and t[3] ~= '' and t[3] or trial
        local s = redis.call('HMGET', slave, 'life', 'open_trial')
        local ours, held = s[1] and s[1] ~= '', s[2] == trial
        if not ours then held = not foreign or redis.call('EXISTS', slave .. ':heartbeat') == 1 end
        if held then return 'slave', {} end
        waiting[#waiting + 1] = trial
      end
    end
  end
  return #waiting > 0 and 'arbiter' or 'nobody', waiting
end
