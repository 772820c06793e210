-- nil and '' mean the same in every field (Ruby rrrspec writes nil as '').
local function field(key, name)
  local v = redis.call('HGET', key, name)
  if v == false then return '' end
  return v
end
