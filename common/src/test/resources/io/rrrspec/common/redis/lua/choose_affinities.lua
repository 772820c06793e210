--#include affinity
-- What a JVM takes next in each of these situations.
-- ARGV: of each situation: number of keys, estimate of the first task without a key ('' for none), balanced, jvms, then of
--       each key: name, sum, longest, cost, jvms, '1' if this JVM has it, work; times in ms
-- Returns for each the name of a key, 'plain' or ''.
local answers, i = {}, 1
while i <= #ARGV do
  local groups = {}
  local plain, balanced, jvms = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3])
  local n = tonumber(ARGV[i])
  i = i + 4
  for _ = 1, n do
    groups[#groups + 1] = {name = ARGV[i], classes = 1, sum = tonumber(ARGV[i + 1]), longest = tonumber(ARGV[i + 2]),
        cost = tonumber(ARGV[i + 3]), jvms = tonumber(ARGV[i + 4]), mine = ARGV[i + 5] == '1', work = tonumber(ARGV[i + 6])}
    i = i + 7
  end
  local choice = choose_affinity(groups, plain, balanced, jvms)
  answers[#answers + 1] = choice == 'plain' and 'plain' or choice and choice.name or ''
end
return answers
