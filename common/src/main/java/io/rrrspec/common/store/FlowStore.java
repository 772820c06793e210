package io.rrrspec.common.store;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;

/** Flows for those who start them, look at them and cancel them. */
public final class FlowStore {
  /** How many tasks one step of a walk reads, or one script cancels. */
  private static final int CHUNK = 500;

  /** How many tasks one round trip reads at most. */
  private static final int TRIP = 1_000;

  /** What those need who look at a whole flow. */
  private static final String[] OUTLINE = {
    "id",
    "name",
    "state",
    "title",
    "user",
    "started_ms",
    "began_ms",
    "ended_ms",
    "parent",
    "children",
    "children_created",
    "children_finished",
    "newest",
    "error",
    "run",
    "cached",
    "when",
    "retries",
    "progress",
    "total"
  };

  /** How many tasks one script writes. */
  private static final int AT_ONCE = 200;

  /** How long tasks are kept whose root is not started. */
  private static final Duration WRITTEN = Duration.ofHours(1);

  private static final Logger log = LoggerFactory.getLogger(FlowStore.class);

  private final RedisConnection redis;
  private final FlowKeys keys;

  public FlowStore(RedisConnection redis, FlowKeys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  public FlowKeys keys() {
    return keys;
  }

  /** Starts a flow now. */
  public String start(FlowStep root) {
    return start(root, Duration.ZERO);
  }

  /**
   * Starts a flow.
   *
   * @param delay after which it begins
   * @return the id of its root, which is an older one if a task of its id is not finished
   */
  public String start(FlowStep root, Duration delay) {
    NewTasks tasks = new NewTasks();
    NewTasks.Written written = tasks.add(root, null);
    // A task with an id of its own must not be written over while the root's id is at work.
    boolean inParts = tasks.texts().size() > AT_ONCE && !tasks.isNamedBelow();
    if (inParts && !writeBelow(written.id(), tasks)) {
      return written.id();
    }
    List<String> early = inParts ? tasks.ids().subList(1, tasks.ids().size()) : List.<String>of();
    List<String> args =
        new ArrayList<>(
            List.of(
                keys.namespace(),
                NewTasks.seed(),
                Long.toString(delay.toMillis()),
                written.id(),
                written.idJson(),
                written.uidJson(),
                written.pool(),
                Integer.toString(early.size())));
    args.addAll(early);
    args.addAll(tasks.texts().subList(0, tasks.texts().size() - early.size()));
    if (redis.run("flow_start", List.of(), args).equals("lost")) {
      throw new ServiceException(
          "the flow " + written.id() + " took more than an hour to write: start it again");
    }
    return written.id();
  }

  /**
   * Writes all but the root, in parts.
   *
   * @return false: a task of the root's id is at work
   */
  private boolean writeBelow(String rootId, NewTasks tasks) {
    List<String> texts = tasks.texts();
    for (int from = 1; from < texts.size(); from += AT_ONCE) {
      List<String> args =
          new ArrayList<>(List.of(keys.namespace(), Long.toString(WRITTEN.toMillis()), rootId));
      args.addAll(texts.subList(from, Math.min(texts.size(), from + AT_ONCE)));
      if (redis.run("flow_write", List.of(), args).equals("same")) {
        return false;
      }
    }
    return true;
  }

  public Optional<FlowState> find(String id) {
    if (!FlowKeys.canNameTask(id)) {
      return Optional.empty();
    }
    Map<String, String> fields = redis.commands().hgetAll(keys.task(id));
    return fields.isEmpty() ? Optional.empty() : Optional.of(new FlowState(fields));
  }

  /**
   * Those that are there, in this order, without what may be large: arguments and results. One
   * round trip for 1,000 tasks.
   */
  public Map<String, FlowState> outlines(Collection<String> ids) {
    Map<String, FlowState> outlines = new LinkedHashMap<>();
    List<String> all = ids.stream().filter(FlowKeys::canNameTask).distinct().toList();
    for (int from = 0; from < all.size(); from += TRIP) {
      Map<String, Response<List<String>>> answers = new LinkedHashMap<>();
      try (AbstractPipeline pipeline = redis.commands().pipelined()) {
        for (String id : all.subList(from, Math.min(all.size(), from + TRIP))) {
          answers.put(id, pipeline.hmget(keys.task(id), OUTLINE));
        }
      }
      answers.forEach(
          (id, values) -> {
            Map<String, String> fields = new HashMap<>();
            List<String> found = PipelineAnswer.of(values, List.<String>of());
            for (int i = 0; i < found.size(); i++) {
              String value = found.get(i);
              if (value != null) {
                fields.put(OUTLINE[i], value);
              }
            }
            if (fields.containsKey("state")) {
              outlines.put(id, new FlowState(fields));
            }
          });
    }
    return outlines;
  }

  /** The same of one. */
  public Optional<FlowState> outline(String id) {
    return Optional.ofNullable(outlines(List.of(id)).get(id));
  }

  /** A flow, or the task that is to start it. */
  public Optional<FlowState> findFlow(String id) {
    Optional<FlowState> flow = find(id);
    return flow.isPresent() ? flow : find(FlowOrder.taskOf(id));
  }

  /**
   * Refuses to start a flow that a server was asked for and that nobody wants any more.
   *
   * @throws UsageException if its order was cancelled
   */
  public void requireWanted(String id) {
    if (find(FlowOrder.taskOf(id)).filter(FlowState::isFinished).isPresent()) {
      throw new UsageException("the flow " + id + " was cancelled, or given up, before it began");
    }
  }

  private boolean isOrderCancelled(String id) {
    return find(FlowOrder.taskOf(id)).filter(FlowState::isCancelled).isPresent();
  }

  /** Cancels a flow whose order was cancelled while it was started. */
  public void cancelIfOrderIs(String id) {
    if (isOrderCancelled(id)) {
      find(id).filter(flow -> !flow.isFinished()).ifPresent(flow -> cancel(id));
    }
  }

  /** Once the flow is there, people look at that, and not at what has started it. */
  public void unlistOrder(String id) {
    redis.commands().zrem(keys.roots(), FlowOrder.taskOf(id));
  }

  /** The ids of flows that people look at, the newest first. */
  public List<String> roots(int most) {
    return redis.commands().zrevrange(keys.roots(), 0, most - 1);
  }

  /** How many flows people can look at. */
  public long rootCount() {
    return redis.commands().zcard(keys.roots());
  }

  /**
   * Some children of iterators that are not finished; of one that has many, any.
   *
   * @param each how many of one iterator at most
   */
  Map<String, List<String>> someChunks(Collection<String> iterators, int each) {
    Map<String, Response<List<String>>> answers = new LinkedHashMap<>();
    if (!iterators.isEmpty()) {
      try (AbstractPipeline pipeline = redis.commands().pipelined()) {
        for (String id : iterators) {
          answers.put(id, pipeline.srandmember(keys.chunks(id), each));
        }
      }
    }
    Map<String, List<String>> some = new LinkedHashMap<>();
    answers.forEach(
        (id, answer) ->
            some.put(id, PipelineAnswer.of(answer, List.<String>of()).stream().sorted().toList()));
    return some;
  }

  /**
   * Cancels a flow, with all that is below it.
   *
   * @throws UsageException if there is no such flow, or it is a part of another one
   */
  public void cancel(String id) {
    FlowState root =
        findFlow(id).orElseThrow(() -> new UsageException("no flow " + id + ": it was forgotten"));
    if (root.parent() != null) {
      throw new UsageException(id + " is a part of a flow: cancel the flow itself");
    }
    // First what starts it, so that it is there now or never.
    if (find(FlowOrder.taskOf(id)).filter(order -> !order.isFinished()).isPresent()) {
      cancelRoot(FlowOrder.taskOf(id));
    }
    if (find(id).isPresent()) {
      cancelRoot(id);
    }
  }

  private void cancelRoot(String id) {
    // Whatever becomes of this process, some server goes on.
    redis.commands().sadd(keys.cancelling(), id);
    cancelBelow(id, true);
    redis.commands().srem(keys.cancelling(), id);
  }

  /** Goes on with what others have begun to cancel. */
  public boolean goOnCancelling() {
    Set<String> ids = redis.commands().smembers(keys.cancelling());
    for (String id : ids) {
      try {
        cancelBelow(id, true);
      } catch (JedisDataException e) {
        // Nobody's id: it must not keep the others.
        log.warn("{} cannot be cancelled: {}", id, e.getMessage());
      }
      redis.commands().srem(keys.cancelling(), id);
      RawMembers.remove(redis, keys.cancelling(), List.of(id));
    }
    return !ids.isEmpty();
  }

  /**
   * Cancels what is below a task; the task itself first, so that it makes no more children.
   *
   * @param itself whether it is cancelled, too; else it is over by then
   */
  void cancelBelow(String id, boolean itself) {
    if (itself) {
      cancelAll(List.of(id));
    }
    Deque<String> left = new ArrayDeque<>(List.of(id));
    Set<String> seen = new HashSet<>(left);
    while (!left.isEmpty()) {
      List<String> parents = new ArrayList<>();
      while (!left.isEmpty() && parents.size() < CHUNK) {
        parents.add(left.remove());
      }
      List<String> children = new ArrayList<>();
      for (String child : childrenOf(parents)) {
        if (seen.add(child)) {
          children.add(child);
        }
      }
      for (int from = 0; from < children.size(); from += CHUNK) {
        cancelAll(children.subList(from, Math.min(children.size(), from + CHUNK)));
      }
      left.addAll(children);
    }
  }

  private void cancelAll(List<String> ids) {
    List<String> args = new ArrayList<>(List.of(keys.namespace()));
    args.addAll(ids);
    redis.run("flow_cancel", List.of(), args);
  }

  private List<String> childrenOf(List<String> ids) {
    List<Response<String>> lists = new ArrayList<>();
    List<Response<Set<String>>> chunks = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String id : ids) {
        lists.add(pipeline.hget(keys.task(id), "children"));
        chunks.add(pipeline.smembers(keys.chunks(id)));
      }
    }
    List<String> children = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      String list = lists.get(i).get();
      if (list != null) {
        JsonText.parse(list).forEach(child -> children.add(child.asText()));
      }
      children.addAll(chunks.get(i).get());
    }
    return children;
  }
}
