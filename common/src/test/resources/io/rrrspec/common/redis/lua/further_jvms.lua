--#include field
--#include launches
--#include launch_loads
-- Which of these loads a further JVM would find work in.
-- ARGV: of each load: classes, queued, jvms, starting, busy, start cost; times in ms
-- Returns 1 or 0 for each.
local answers = {}
for i = 1, #ARGV, 6 do
  local l = {classes = tonumber(ARGV[i]), queued = tonumber(ARGV[i + 1]), jvms = tonumber(ARGV[i + 2]),
      starting = tonumber(ARGV[i + 3]), busy = tonumber(ARGV[i + 4]), start = tonumber(ARGV[i + 5])}
  answers[#answers + 1] = further_jvm_finds_work(l) and 1 or 0
end
return answers
