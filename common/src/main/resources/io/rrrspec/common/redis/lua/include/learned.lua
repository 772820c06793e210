-- The keys that a JVM has: those that its slave reports, and those of before that no slave reports (see affinity.lua).
local function with_learned(before, reported)
  local all = reported
  for key in string.gmatch(before, '[^\n]+') do
    if string.sub(key, 1, 5) == 'warm ' then all = all == '' and key or all .. '\n' .. key end
  end
  return all
end
