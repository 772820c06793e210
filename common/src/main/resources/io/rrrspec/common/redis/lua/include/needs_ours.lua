-- Whether a taskset needs what only our own workers know: every runner but the one that its slave_command brings, and
-- tasks without sources, with launches, with resources or in parts.
local function needs_ours(taskset)
  local t = redis.call('HMGET', taskset, 'runner', 'sources', 'launches', 'resources', 'parts')
  return ((t[1] or '') ~= '' and t[1] ~= 'junit') or t[2] == 'none' or t[3] == '1' or (t[4] or '') ~= '' or t[5] == '1'
end
