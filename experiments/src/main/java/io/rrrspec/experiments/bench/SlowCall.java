package io.rrrspec.experiments.bench;

import io.rrrspec.common.redis.Script;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import redis.clients.jedis.resps.Slowlog;

/** What SLOWLOG holds, with the names of our scripts. */
public final class SlowCall {
  private static final List<String> VERBS =
      List.of(
          "activate_taskset",
          "add_tasks",
          "assign_worker",
          "append_log",
          "claim_task",
          "create_taskset",
          "end_slave",
          "end_taskset",
          "expire_tasks",
          "finish_and_claim",
          "finish_trial",
          "flow_end",
          "flow_iterate",
          "flow_start",
          "flow_take",
          "flow_tick",
          "flow_work",
          "flow_write",
          "judge_trials",
          "keep_tasks",
          "lead",
          "leave_taskset",
          "offer_copies",
          "put_back_tasks",
          "register_slave",
          "settle_retries",
          "take_messages",
          "take_over_messages",
          "lock_name",
          "take_taskset");

  private static final Map<String, String> NAMES = names();

  private SlowCall() {}

  private static Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    for (String verb : VERBS) {
      Script script = Script.named(verb);
      names.put(script.sha(), verb);
    }
    return names;
  }

  /** Which script or command it was. */
  public static String name(Slowlog entry) {
    List<String> args = entry.getArgs();
    return args.size() < 2 ? "" : NAMES.getOrDefault(args.get(1), "");
  }

  static boolean isScript(Slowlog entry) {
    return entry.getArgs().get(0).toLowerCase(Locale.ROOT).startsWith("eval");
  }

  /** The longest one, for people to read. */
  static String longest(BenchRedis redis) {
    return redis.slowCalls().stream()
        .max(java.util.Comparator.comparingLong(Slowlog::getExecutionTime))
        .map(e -> e.getArgs().get(0) + " " + name(e) + " " + e.getExecutionTime() + " µs")
        .orElse("none");
  }
}
