-- Writes tasks that wait, each a JSON array of its id, then fields with their values.
local function add_tasks(ns, args, first)
  for i = first, #args do
    local t = cjson.decode(args[i])
    local id = table.remove(t, 1)
    redis.call('HSET', ns .. id, unpack(t))
    redis.call('SADD', ns .. 'waiting', id)
  end
end
