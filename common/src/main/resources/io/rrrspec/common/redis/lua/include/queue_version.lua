-- Whether queues are set up as the caller has read it: else a job would go where nobody looks for it any more.
local function is_current(queues, version)
  return (redis.call('HGET', queues, 'version') or '0') == version
end
