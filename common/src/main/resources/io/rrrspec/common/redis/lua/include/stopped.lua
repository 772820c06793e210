-- Whether as many tasks of a taskset have failed as its field fail_fast says: then nothing of it begins any more.
local function stopped(taskset)
  local f = redis.call('HMGET', taskset, 'fail_fast', 'failed_count')
  local most = tonumber(f[1] or '')
  return most ~= nil and most >= 1 and (tonumber(f[2] or '') or 0) >= most
end
