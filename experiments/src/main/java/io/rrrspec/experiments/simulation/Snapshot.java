package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What stands in Redis at one moment. */
final class Snapshot {
  /** Lua for {@link io.rrrspec.common.redis.SimulatedRedis#observe}; a line for each thing. */
  static final String OBSERVATION =
      """
      local out = {}
      local function add(kind, values)
        for i = 1, values.n do values[i] = tostring(values[i] or '') end
        out[#out + 1] = kind .. '\\t' .. table.concat(values, '\\t')
      end
      local function fields(key, ...)
        local values = redis.call('HMGET', key, ...)
        values.n = #{...}
        return values
      end
      local n = ARGV.ns
      add('queues', {redis.call('LLEN', n .. ':arbiter_queue'), redis.call('LLEN', n .. ':persister_queue'),
          redis.call('LLEN', n .. ':dispatcher_queue'), n = 3})
      for _, key in ipairs(ARGV.lists) do
        local length = redis.call('LLEN', key)
        if length > 0 then add('list', {key, length, n = 2}) end
      end
      for _, taskset in ipairs(ARGV.tasksets) do
        local s = fields(taskset.key, 'status', 'succeeded_count', 'failed_count', 'pending_count')
        s[5], s[6], s.n = redis.call('LLEN', taskset.key .. ':tasks_left'),
            redis.call('LLEN', taskset.key .. ':wake'), 7
        s[7], s[8], s.n = taskset.key, redis.call('HGET', taskset.key, 'fail_fast') or '', 8
        add('taskset', s)
        for _, task in ipairs(redis.call('LRANGE', taskset.key .. ':task_queue', 0, -1)) do
          add('queued', {task, n = 1})
        end
        for _, entry in ipairs(redis.call('LRANGE', taskset.key .. ':retry', 0, -1)) do
          add('queued', {string.match(entry, '\\t(.*)$'), n = 1})
        end
        local function task(kind, key)
          local t = fields(key, 'status', 'bad', 'lost', 'copied', 'spec_file', 'quick')
          t[7], t.n = key, 7
          add(kind, t)
          for _, trial in ipairs(redis.call('LRANGE', key .. ':trial', 0, -1)) do
            local r = fields(trial, 'status', 'verdict', 'slave', 'lost', 'probe')
            r[6], r.n = trial, 6
            add('trial', r)
          end
        end
        for _, key in ipairs(taskset.tasks) do
          task('task', key)
          local parts = tonumber(redis.call('HGET', key, 'parts') or '') or 0
          for i = 1, parts do task('part', key .. '#' .. i .. '/' .. parts) end
        end
      end
      return table.concat(out, '\\n')
      """;

  private final String text;
  private final List<TasksetSeen> tasksets = new ArrayList<>();
  private final Map<String, Long> lists = new LinkedHashMap<>();
  private long arbiterQueue;
  private long persisterQueue;
  private long dispatcherQueue;

  /** One taskset; lists in their order. */
  record TasksetSeen(
      String key,
      String status,
      int succeeded,
      int failed,
      int pending,
      int left,
      int wake,
      int failFast,
      List<String> queued,
      Map<String, TaskSeen> tasks) {
    boolean isOver() {
      return !status.isEmpty() && !status.equals("running");
    }

    /** Whether as many tasks have failed as are allowed to. */
    boolean isStopped() {
      return failFast > 0 && failed >= failFast;
    }

    TaskSeen task(String taskKey) {
      TaskSeen task = tasks.get(taskKey);
      if (task == null) {
        throw new IllegalArgumentException(taskKey);
      }
      return task;
    }
  }

  /** One task; of a class that is divided also its parts, in their order. */
  record TaskSeen(
      String key,
      String specFile,
      String status,
      int bad,
      int lost,
      boolean copied,
      String quick,
      Map<String, TrialSeen> trials,
      List<TaskSeen> parts) {
    boolean isDecided() {
      return !status.isEmpty();
    }

    /** How many bad trials count; one in a JVM that only makes it quicker does not. */
    int badAsIs() {
      return bad - (quick.equals("failed") || quick.equals("confirm") ? 1 : 0);
    }

    /** Those of its parts that have not ended: as long as there are any, it waits for them. */
    List<TaskSeen> partsLeft() {
      return parts.stream().filter(part -> !part.isDecided()).toList();
    }

    /** Whether a trial of it is made of one of its parts. */
    boolean isMadeOfParts(TrialSeen trial) {
      return parts.stream().anyMatch(part -> part.trials().containsKey(trialOf(part, trial.key())));
    }

    /** The trial of a part that has the same last part of its key. */
    static String trialOf(TaskSeen part, String trialKey) {
      return Keys.trial(part.key(), Keys.lastPart(trialKey));
    }

    long count(String verdict) {
      return trials.values().stream().filter(t -> t.verdict().equals(verdict)).count();
    }
  }

  /** One trial. */
  record TrialSeen(
      String key, String slave, String status, String verdict, boolean lost, String probe) {
    boolean isOpen() {
      return status.isEmpty() && verdict.isEmpty();
    }
  }

  Snapshot(String text) {
    this.text = text;
    TasksetSeen taskset = null;
    TaskSeen task = null;
    TaskSeen divided = null;
    for (String line : text.split("\n", -1)) {
      String[] f = line.split("\t", -1);
      switch (f[0]) {
        case "queues" -> {
          arbiterQueue = Long.parseLong(f[1]);
          persisterQueue = Long.parseLong(f[2]);
          dispatcherQueue = Long.parseLong(f[3]);
        }
        case "list" -> lists.put(f[1], Long.parseLong(f[2]));
        case "taskset" -> {
          taskset =
              new TasksetSeen(
                  f[7],
                  f[1],
                  number(f[2]),
                  number(f[3]),
                  number(f[4]),
                  number(f[5]),
                  number(f[6]),
                  number(f[8]),
                  new ArrayList<>(),
                  new LinkedHashMap<>());
          tasksets.add(taskset);
        }
        case "queued" -> there(taskset).queued().add(f[1]);
        case "task" -> {
          task = task(f);
          divided = task;
          there(taskset).tasks().put(task.key(), task);
        }
        case "part" -> {
          task = task(f);
          there(divided).parts().add(task);
        }
        case "trial" -> {
          TrialSeen trial = new TrialSeen(f[6], f[3], f[1], f[2], f[4].equals("1"), f[5]);
          TaskSeen of = there(task);
          if (of.trials().put(trial.key(), trial) != null) {
            throw new Violation("a trial is listed twice: " + trial.key(), of.key(), null);
          }
        }
        default -> throw new IllegalArgumentException(line);
      }
    }
  }

  private static TaskSeen task(String[] f) {
    return new TaskSeen(
        f[7],
        f[5],
        f[1],
        number(f[2]),
        number(f[3]),
        !f[4].isEmpty(),
        f[6],
        new LinkedHashMap<>(),
        new ArrayList<>());
  }

  private static <T> T there(@org.jspecify.annotations.Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("out of order");
    }
    return value;
  }

  private static int number(String text) {
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  boolean isOf(String other) {
    return text.equals(other);
  }

  List<TasksetSeen> tasksets() {
    return tasksets;
  }

  /** How long the lists are that are not empty. */
  Map<String, Long> lists() {
    return lists;
  }

  long arbiterQueue() {
    return arbiterQueue;
  }

  long persisterQueue() {
    return persisterQueue;
  }

  long dispatcherQueue() {
    return dispatcherQueue;
  }
}
