-- Writes a part of a large graph before its root is started: nobody knows these tasks yet, and unless flow_start keeps them, they
-- are forgotten. So no single call has to write the whole graph.
-- ARGV: 1 ns, 2 for how long in ms, 3 id of the root, 4… the tasks, each a JSON array of its id, then fields with their values
-- Returns 'written', or 'same': a task of the root's id is not finished, and is the one.
local ns = ARGV[1]
local state = redis.call('HGET', ns .. ARGV[3], 'state')
if state and state ~= '"finished"' then return 'same' end
for i = 4, #ARGV do
  local t = cjson.decode(ARGV[i])
  local key = ns .. table.remove(t, 1)
  -- Their ids are drawn by lot: one that is there has been written by an earlier try of this call.
  if redis.call('EXISTS', key) == 0 then
    redis.call('HSET', key, unpack(t))
    redis.call('PEXPIRE', key, ARGV[2])
  end
end
return 'written'
