-- What was cancelled stands for no equal job or run any more: whoever pushes that wants it to be done.
local function forget_same(key, stands)
  local same = redis.call('HGET', key, 'same') or ''
  if same ~= '' and redis.call('GET', same) == stands then redis.call('DEL', same) end
end
