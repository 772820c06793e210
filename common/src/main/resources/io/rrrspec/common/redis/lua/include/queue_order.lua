-- Puts a job into the order of service of its queue. Users take turns: the next job of a user stands one place behind the
-- one before it, and never before what is served now (start-time fair queueing). Jobs of one place are served in the
-- order of their numbers, which are padded to one length.
-- tags: a hash, 'now' (the place that was served last) and 'of USER' (the user's last place)
local function enqueue(waiting, tags, job, user)
  local t = redis.call('HMGET', tags, 'now', 'of ' .. user)
  local place = math.max(tonumber(t[1] or '') or 0, tonumber(t[2] or '') or 0) + 1
  -- More users than any team has: all begin anew, rather than that the hash grows without an end.
  if redis.call('HLEN', tags) > 10000 then redis.call('DEL', tags) end
  redis.call('ZADD', waiting, place, string.format('%015.0f', tonumber(job)))
  redis.call('HSET', tags, 'of ' .. user, string.format('%.0f', place))
  redis.call('EXPIRE', tags, 86400)
end
-- The job is served, or goes away.
local function dequeue(waiting, tags, job, served)
  local member = string.format('%015.0f', tonumber(job))
  local place = tonumber(redis.call('ZSCORE', waiting, member) or '')
  if not place then return false end
  redis.call('ZREM', waiting, member)
  if redis.call('EXISTS', waiting) == 0 then
    redis.call('DEL', tags)
  elseif served and place > (tonumber(redis.call('HGET', tags, 'now') or '') or 0) then
    redis.call('HSET', tags, 'now', string.format('%.0f', place))
  end
  return true
end
