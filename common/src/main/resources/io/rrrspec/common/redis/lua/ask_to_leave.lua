--#include field
--#include wake
--#include worker_of
-- The dispatcher asks a worker to leave its taskset, so that another queue gets its share back. The worker's slaves get no
-- new trial, finish what they run and end; then the worker leaves without a reason, and may come back.
-- KEYS: 1 taskset, 2 worker, 3 worker log
-- Returns 'asked', 'not_there' (it does not serve the taskset, or has no heartbeat), 'not_ours' (it is foreign, or its
-- slaves may be) or 'not_set_up'.
-- The guard: what the worker serves by now. The field names the taskset, so that a late question means nothing for the next.
local w = redis.call('HMGET', KEYS[2], 'taskset', 'protocol')
if w[1] ~= KEYS[1] or redis.call('EXISTS', KEYS[2] .. ':heartbeat') == 0 or field(KEYS[1], 'status') ~= 'running' then
  return 'not_there'
end
-- A taskset of a foreign client may have started foreign slaves, which would go on taking tasks.
if (w[2] or '') == '' or field(KEYS[1], 'runner') == '' then return 'not_ours' end
-- The time may be that of an earlier service to the same taskset: then sets_up says that this one is not so far.
local log = redis.call('HMGET', KEYS[3], 'setup_finished_at', 'sets_up')
if (log[1] or '') == '' or log[2] == '1' then return 'not_set_up' end
redis.call('HSET', KEYS[2], 'leaving', KEYS[1])
-- A companion of a conflict probe waits for a slave of this worker that does not come any more.
local quiet = field(KEYS[1], 'quiet')
local companion = quiet ~= '' and field(quiet, 'probe_companion') or ''
if companion ~= '' then
  local c = redis.call('HMGET', companion, 'slave', 'ready', 'status', 'verdict')
  local concerned = worker_of(c[1] or '') == KEYS[2] or field(quiet, 'probe_worker') == KEYS[2]
  if concerned and c[2] ~= '1' and (c[3] or '') == '' and (c[4] or '') == '' then
    redis.call('HSET', companion, 'verdict', 'probe')
    redis.call('HDEL', quiet, 'probe_companion')
    if field(c[1], 'open_trial') == companion then redis.call('HSET', c[1], 'superseded', companion) end
  end
end
-- Whose tokens these are nobody can say, so all look again: those of this worker end, and others may take its retries.
wake(KEYS[1], redis.call('SCARD', KEYS[1] .. ':waiting'))
return 'asked'
