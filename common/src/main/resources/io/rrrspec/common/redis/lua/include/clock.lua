-- Redis has no date functions: the civil date from a count of days (Howard Hinnant's algorithm).
local function pad(n) return n < 10 and '0' .. n or tostring(n) end
local function clock()
  local t = redis.call('TIME')
  local sec = tonumber(t[1])
  local day = math.floor(sec / 86400)
  local rest = sec - day * 86400
  local z = day + 719468
  local era = math.floor(z / 146097)
  local doe = z - era * 146097
  local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524) - math.floor(doe / 146096)) / 365)
  local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
  local mp = math.floor((5 * doy + 2) / 153)
  local d = doy - math.floor((153 * mp + 2) / 5) + 1
  local m = mp < 10 and mp + 3 or mp - 9
  local y = yoe + era * 400 + (m <= 2 and 1 or 0)
  local text = y .. '-' .. pad(m) .. '-' .. pad(d) .. ' ' .. pad(math.floor(rest / 3600)) .. ':'
      .. pad(math.floor(rest % 3600 / 60)) .. ':' .. pad(rest % 60)
  -- string.format: the number has more digits than Lua's default conversion keeps
  return text, string.format('%.0f', sec * 1000 + math.floor(tonumber(t[2]) / 1000))
end
