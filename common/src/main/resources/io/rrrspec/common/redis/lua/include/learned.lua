-- The keys that a JVM has: those that its slave reports, and those of before that no slave reports (see affinity.lua).
local function with_learned(before, reported)
  local all = reported
  for key in string.gmatch(before, '[^\n]+') do
    local new = string.sub(key, 1, 5) == 'warm ' and not string.find('\n' .. all .. '\n', '\n' .. key .. '\n', 1, true)
    if new then all = all == '' and key or all .. '\n' .. key end
  end
  return all
end
