-- Appends a line to the log of a taskset, until that is a million characters long: one line for each failure of 100,000
-- tasks would otherwise fill Redis.
local function note(taskset, at, text)
  -- pcall: whatever else stands in that key, what is noted has happened.
  local length = redis.pcall('STRLEN', taskset .. ':log')
  if type(length) ~= 'number' or length > 1000000 then return end
  redis.pcall('APPEND', taskset .. ':log', at .. ' ' .. text .. '\n')
end
