-- A job or run that was cancelled takes the place of no equal one any more: the next one that is pushed is carried out.
local function forget_same(key, stands)
  local same = redis.call('HGET', key, 'same') or ''
  if same ~= '' and redis.call('GET', same) == stands then redis.call('DEL', same) end
end
