package io.rrrspec.common.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.FlowStep.Kind;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a server does with flows. Each method is one script: a guard, and its effect. A server that
 * dies between two of them leaves a graph that any other server goes on with.
 */
public final class FlowTransitions {
  /** After so long another server carries a command out. */
  private static final Duration COMMAND_LOCK = Duration.ofSeconds(30);

  private static final String LATE = "late";

  private final RedisConnection redis;
  private final FlowKeys keys;
  private final FlowStore store;
  private final String ns;
  private final SharedTrips ends;

  public FlowTransitions(RedisConnection redis, FlowKeys keys) {
    this.redis = redis;
    this.keys = keys;
    this.store = new FlowStore(redis, keys);
    this.ns = keys.namespace();
    this.ends = new SharedTrips(redis);
  }

  public FlowKeys keys() {
    return keys;
  }

  /** A task that is over, or has made progress. */
  public record Event(String id, String uid, boolean over, long total, long progress) {
    static Event end(String id, String uid) {
      return new Event(id, uid, true, 0, 0);
    }
  }

  /** What a server must do itself. */
  public enum Order {
    /** An iterator is asked for more. */
    ITERATE,
    /** An operator ends, as something below it has failed. */
    ERROR,
    /** A sequence ends, since a child of it had failed. */
    FAILED,
    /** Children that a sequence has passed over are not needed. */
    SKIP,
    /** An operator was to begin below one that is over. */
    ORPHAN
  }

  /**
   * A command that this server carries out.
   *
   * @param text its bytes
   * @param id the task that it is for
   */
  public record Command(Order order, String pool, String text, String id) {}

  /**
   * The outcome of carrying out commands.
   *
   * @param done how many were carried out or handed out
   * @param bad those that nobody can read; they are gone
   */
  public record Worked(int done, List<Event> events, List<Command> commands, List<String> bad) {}

  /** Carries out commands of a pool that are due, of tasks of the types that are known here. */
  public Worked work(String pool, int most, Map<String, Kind> types) {
    List<String> args =
        new ArrayList<>(
            List.of(
                ns,
                pool,
                NewTasks.seed(),
                Integer.toString(most),
                Long.toString(COMMAND_LOCK.toMillis())));
    types.forEach(
        (name, kind) -> {
          args.add(JsonText.of(name));
          args.add(kind.name().toLowerCase(Locale.ROOT));
        });
    int done = 0;
    List<Event> events = new ArrayList<>();
    List<Command> commands = new ArrayList<>();
    List<String> bad = new ArrayList<>();
    for (List<String> answer : lists(redis.run("flow_work", List.of(), args))) {
      switch (answer.get(0)) {
        case "done" -> done = Integer.parseInt(answer.get(1));
        case "end" -> events.add(Event.end(plain(answer.get(1)), plain(answer.get(2))));
        case "progress" -> events.add(progress(answer.subList(1, answer.size())));
        case "bad" -> bad.add(answer.get(1));
        default ->
            commands.add(
                new Command(
                    Order.valueOf(answer.get(0).toUpperCase(Locale.ROOT)),
                    pool,
                    answer.get(1),
                    answer.get(2)));
      }
    }
    return new Worked(done, events, commands, bad);
  }

  /**
   * A task that this server executes.
   *
   * @param deadline until then, in ms of Redis's clock; also what tells this execution from others
   */
  public record Taken(String id, long deadline, FlowState state) {}

  /** Tasks that this server executes, and others that were over by that. */
  public record Took(List<Taken> tasks, List<Event> events) {}

  /** Locks tasks of a pool that can start, of the types that are known here. */
  public Took take(String pool, int most, Map<String, Duration> limits) {
    List<String> args = new ArrayList<>(List.of(ns, pool, Integer.toString(most)));
    limits.forEach(
        (name, limit) -> {
          args.add(JsonText.of(name));
          args.add(Long.toString(limit.toMillis()));
        });
    List<Taken> tasks = new ArrayList<>();
    List<Event> events = new ArrayList<>();
    for (List<String> answer : lists(redis.run("flow_take", List.of(), args))) {
      if (answer.get(0).equals("end")) {
        events.add(Event.end(plain(answer.get(1)), plain(answer.get(2))));
      } else {
        Map<String, String> fields = new HashMap<>();
        for (int i = 3; i + 1 < answer.size(); i += 2) {
          fields.put(answer.get(i), answer.get(i + 1));
        }
        tasks.add(new Taken(answer.get(1), Long.parseLong(answer.get(2)), new FlowState(fields)));
      }
    }
    return new Took(tasks, events);
  }

  /**
   * Ends a task with a result.
   *
   * @param result null: none
   * @return whether that counts: the task was still this execution's
   */
  public boolean succeed(String id, long deadline, @Nullable JsonNode result) {
    String text = result == null ? "" : JsonText.of(result);
    return !LATE.equals(end(id, Long.toString(deadline), "result", text, 1, Duration.ZERO, ""));
  }

  /**
   * The same for a task that ends when its run does: any server may call this.
   *
   * @param cached whether the run was given its result
   */
  public boolean succeedRun(String id, String run, JsonNode result, boolean cached) {
    return !LATE.equals(
        end(
            id,
            runHolder(run),
            "result",
            JsonText.of(result),
            1,
            Duration.ZERO,
            cached ? "cached" : ""));
  }

  private static String runHolder(String run) {
    return "run:" + JsonText.of(run);
  }

  /** What a failure has led to. */
  public enum Failure {
    /** It is tried again. */
    RESTART,
    /** It is over. */
    END,
    /** It was not this execution's any more. */
    LATE
  }

  /**
   * Ends a task with an error, or has it tried again.
   *
   * @param attempts how often it is tried in all
   * @param pause before it is tried again
   */
  public Failure fail(String id, long deadline, JsonNode error, int attempts, Duration pause) {
    return fail(id, Long.toString(deadline), error, attempts, pause, false);
  }

  /**
   * The same for a task that ends when its run does: any server may call this.
   *
   * @param goesOn whether the iterator above goes on, and counts the failure
   */
  public Failure failRun(
      String id, String run, JsonNode error, int attempts, Duration pause, boolean goesOn) {
    return fail(id, runHolder(run), error, attempts, pause, goesOn);
  }

  private Failure fail(
      String id, String holder, JsonNode error, int attempts, Duration pause, boolean goesOn) {
    String how = goesOn ? "goes on" : "";
    String answer = end(id, holder, "error", JsonText.of(error), attempts, pause, how);
    return Failure.valueOf(answer.toUpperCase(Locale.ROOT));
  }

  private String end(
      String id,
      String holder,
      String what,
      String json,
      int attempts,
      Duration pause,
      String how) {
    return (String)
        ends.run(
            "flow_end",
            List.of(
                ns,
                NewTasks.seed(),
                id,
                holder,
                what,
                json,
                Integer.toString(attempts),
                Long.toString(pause.toMillis()),
                how));
  }

  /**
   * Puts a task back, to be executed again.
   *
   * @param counts whether that is one of its attempts
   * @return whether it was still this execution's
   */
  public boolean restart(String id, long deadline, boolean counts, Duration pause) {
    return !LATE.equals(
        redis.run(
            "flow_restart",
            List.of(),
            List.of(
                ns,
                id,
                Long.toString(deadline),
                counts ? "1" : "0",
                Long.toString(pause.toMillis()))));
  }

  /**
   * Gives a task more time.
   *
   * @return its new deadline; empty if it was not this execution's any more
   */
  public OptionalLong extend(String id, long deadline, Duration time) {
    return extend(id, Long.toString(deadline), time);
  }

  /** The same for a task that ends when its run does: any server may call this. */
  public boolean extendRun(String id, String run, Duration time) {
    return extend(id, runHolder(run), time).isPresent();
  }

  private OptionalLong extend(String id, String holder, Duration time) {
    String answer =
        (String)
            redis.run(
                "flow_extend", List.of(), List.of(ns, id, holder, Long.toString(time.toMillis())));
    return answer.equals(LATE) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(answer));
  }

  /** Whether a task waits for a run. */
  public boolean isHeldBy(String id, String run) {
    List<String> values = redis.commands().hmget(keys.task(id), "state", "run");
    return "\"locked\"".equals(values.get(0)) && JsonText.of(run).equals(values.get(1));
  }

  /**
   * Notes which run this execution begins, before anybody sees that.
   *
   * @return the run of this attempt, which may be one that an earlier execution has noted; null if
   *     the task is not this execution's any more
   */
  public @Nullable String noteRun(String id, long deadline, int attempt, String run) {
    String answer =
        (String)
            redis.run(
                "flow_note_run",
                List.of(),
                List.of(
                    ns, id, Long.toString(deadline), Integer.toString(attempt), JsonText.of(run)));
    return answer.equals(LATE) ? null : JsonText.parse(answer).asText();
  }

  /** Adds to the progress of a task, and of all above it; null if there is no such task. */
  public @Nullable Event addProgress(String id, long much) {
    List<String> answer =
        texts(
            redis.run(
                "flow_progress", List.of(), List.of(ns, NewTasks.seed(), id, Long.toString(much))));
    return answer.isEmpty() ? null : progress(answer);
  }

  /** Has an iterator make children, if its state is still the one for which it answered. */
  public boolean iterateMore(
      Command command, FlowState iterator, JsonNode state, List<FlowStep> children) {
    NewTasks.Parent parent =
        new NewTasks.Parent(
            JsonText.of(iterator.id()), JsonText.of(iterator.uid()), JsonText.of(command.pool()));
    // Children first, each with what is below it in another list.
    List<String> first = new ArrayList<>();
    List<String> below = new ArrayList<>();
    for (FlowStep child : children) {
      NewTasks one = new NewTasks();
      one.add(child, parent);
      first.add(one.texts().get(0));
      below.addAll(one.texts().subList(1, one.texts().size()));
    }
    List<String> more =
        new ArrayList<>(
            List.of("{\"state\":" + JsonText.of(state) + "}", Integer.toString(children.size())));
    more.addAll(first);
    more.addAll(below);
    return iterate(command, "more", iterator, more).equals("more");
  }

  /** Notes that an iterator has nothing to do now. */
  public void iterateNothing(Command command, FlowState iterator) {
    iterate(command, "nothing", iterator, List.of());
  }

  /**
   * Ends an iterator, if all its children are finished.
   *
   * @return whether it is over; else the end of a child asks it again
   */
  public boolean iterateEnd(Command command, FlowState iterator) {
    return iterate(command, "end", iterator, List.of()).equals("end");
  }

  /** Has an iterator that failed asked again. */
  public void iterateAgain(Command command, FlowState iterator, Duration pause) {
    iterate(command, "retry", iterator, List.of(Long.toString(pause.toMillis())));
  }

  private String iterate(Command command, String what, FlowState iterator, List<String> more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                ns,
                NewTasks.seed(),
                command.id(),
                command.text(),
                command.pool(),
                what,
                iterator.fields().getOrDefault("user_data", "{}")));
    args.addAll(more);
    return (String) redis.run("flow_iterate", List.of(), args);
  }

  /**
   * Ends an operator, and cancels all below it. Only then the command goes: if this server dies
   * before, another one goes on.
   *
   * @param error as JSON
   * @return the end of the operator; null if it was over before
   */
  public @Nullable Event failOperator(Command command, String error) {
    Object answer =
        redis.run(
            "flow_fail",
            List.of(),
            List.of(ns, NewTasks.seed(), command.id(), command.text(), command.pool(), error));
    String uid = JsonText.parse(command.text()).path("to_uid").asText();
    store.cancelBelow(command.id(), false);
    dismiss(command);
    return "end".equals(answer) ? Event.end(command.id(), uid) : null;
  }

  /** Cancels what is left below a sequence that is over. */
  public void cancelRest(Command command) {
    store.cancelBelow(command.id(), false);
    dismiss(command);
  }

  /** Cancels an operator that nobody wants, with all below it. */
  public void cancelOrphan(Command command) {
    store.cancelBelow(command.id(), true);
    dismiss(command);
  }

  /** The error that a command brings, as JSON. */
  public static String errorOf(Command command) {
    return JsonText.of(JsonText.parse(command.text()).path("data").path("error"));
  }

  /** Drops commands of one pool that need not be carried out. */
  public void dismiss(List<Command> commands) {
    if (!commands.isEmpty()) {
      String locked = keys.lockedCommands(commands.get(0).pool());
      List<String> texts = commands.stream().map(Command::text).toList();
      redis.commands().zrem(locked, texts.toArray(String[]::new));
      RawMembers.remove(redis, locked, texts);
    }
  }

  /** Drops a command that was carried out. */
  public void dismiss(Command command) {
    redis.commands().zrem(keys.lockedCommands(command.pool()), command.text());
    RawMembers.remove(redis, keys.lockedCommands(command.pool()), List.of(command.text()));
  }

  /**
   * Looks after what is due.
   *
   * @param most of each kind
   * @return how many were due: if as many as were asked for, there may be more; -1 if there is no
   *     task that is not over
   */
  public long tick(List<String> pools, int most) {
    List<String> args = new ArrayList<>(List.of(ns, Integer.toString(most)));
    args.addAll(pools);
    return (Long) redis.run("flow_tick", List.of(), args);
  }

  /**
   * Waits until there may be something to do.
   *
   * @return whether somebody has said so
   */
  public boolean awaitWake(Duration limit) {
    return redis.commands().blpop(limit.toMillis() / 1000.0, keys.wake()) != null;
  }

  /** Wakes a server, as if a transition had done so. */
  public void wake() {
    redis.commands().rpush(keys.wake(), "0");
    redis.commands().expire(keys.wake(), 60);
  }

  private static Event progress(List<String> words) {
    return new Event(
        plain(words.get(0)),
        plain(words.get(1)),
        false,
        Long.parseLong(words.get(2)),
        Long.parseLong(words.get(3)));
  }

  private static String plain(String json) {
    return JsonText.parse(json).asText();
  }

  private static List<List<String>> lists(Object answer) {
    List<List<String>> lists = new ArrayList<>();
    for (Object list : (List<?>) answer) {
      lists.add(texts(list));
    }
    return lists;
  }

  private static List<String> texts(Object answer) {
    return ((List<?>) answer).stream().map(String.class::cast).toList();
  }
}
