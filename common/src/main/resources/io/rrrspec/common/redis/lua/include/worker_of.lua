-- The worker of a slave: what stands before ':slave:' in its key; '' if it is no key of a slave.
local function worker_of(slave) return string.match(slave, '^(.*):slave:[^:]*$') or '' end
