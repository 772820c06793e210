-- A start that was announced counts for so long, in ms: its worker may have died with it on its way.
local START_LIMIT_MS = 60000
-- How many JVMs are being started on a host for a taskset, as far as their workers announce that.
local function starts_on(taskset, host)
  local now = redis.call('TIME')
  local ms = tonumber(now[1]) * 1000 + math.floor(tonumber(now[2]) / 1000)
  local count = 0
  local starting = redis.call('HGETALL', taskset .. ':starting')
  for i = 1, #starting, 2 do
    local worker = string.match(starting[i], '^(.*) %d+$') or ''
    local since, slave = string.match(starting[i + 1], '\t(%d+)\t(.*)$')
    if since and worker ~= '' and ms - tonumber(since) < START_LIMIT_MS then
      local w = redis.call('HMGET', worker, 'host', 'taskset')
      local s = slave == '' and {} or redis.call('HMGET', slave, 'life', 'status')
      -- One that has announced itself, or has ended, does not start any more.
      if w[1] == host and w[2] == taskset and (s[1] or '') == '' and (s[2] or '') == ''
          and redis.call('EXISTS', worker .. ':heartbeat') == 1 then
        count = count + 1
      end
    end
  end
  return count
end
