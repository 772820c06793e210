--#include field
--#include wake
-- Goals before integration tests have run: the tests behind this gate may begin. A gate is a resource that nobody may hold
-- until then (docs/integration-tests.md).
-- KEYS: 1 taskset
-- ARGV: 1 resource, 2 how many may hold it from now on
-- Returns 1, or 0 if the taskset is over or has no such resource.
local status = field(KEYS[1], 'status')
if status ~= '' and status ~= 'running' then return 0 end
local text = field(KEYS[1], 'resources')
local rules = text == '' and {} or cjson.decode(text)
if type(rules[ARGV[1]]) ~= 'table' then return 0 end
rules[ARGV[1]].limit = tonumber(ARGV[2])
redis.call('HSET', KEYS[1], 'resources', cjson.encode(rules))
wake(KEYS[1], redis.call('SCARD', KEYS[1] .. ':waiting'))
return 1
