package io.rrrspec.server.http.jobs;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.HttpExchangeStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.server.http.jobs.HttpCaller.Outcome;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Those who wait for answers at this server. They are told by one list in Redis, at which one
 * connection waits for all of them.
 */
final class HttpCallers implements Actor {
  private static final int BAD_GATEWAY = 502;
  private static final int MOST_AT_ONCE = 100;

  private final String notifyList;
  private final TasksetStore tasksets;
  private final HttpExchangeStore exchanges;
  private final Map<String, HttpCaller> waiting = new ConcurrentHashMap<>();

  /** What the last wait has brought, and no step has looked at. */
  private final List<String> told = new ArrayList<>();

  HttpCallers(String notifyList, Stores stores) {
    this.notifyList = notifyList;
    this.tasksets = stores.tasksets();
    this.exchanges = stores.httpExchanges();
  }

  String notifyList() {
    return notifyList;
  }

  /** To be called before the job is pushed: its end may come at once. */
  void add(HttpCaller caller) {
    waiting.put(caller.taskset(), caller);
  }

  void remove(HttpCaller caller) {
    waiting.remove(caller.taskset());
  }

  List<HttpCaller> all() {
    return List.copyOf(waiting.values());
  }

  /** Where those are who wait. */
  List<InetSocketAddress> addresses() {
    return all().stream().map(HttpCaller::address).toList();
  }

  @Override
  public String name() {
    return "http-jobs";
  }

  @Override
  public boolean step() {
    List<String> ends = new ArrayList<>(told);
    told.clear();
    ends.addAll(tasksets.ends(notifyList, MOST_AT_ONCE));
    ends.forEach(this::over);
    return !ends.isEmpty();
  }

  private void over(String taskset) {
    HttpCaller caller = waiting.get(taskset);
    if (caller != null) {
      Answer answer = exchanges.answer(taskset).orElseGet(() -> none(taskset));
      caller.answer().complete(Outcome.over(answer));
    }
  }

  private Answer none(String taskset) {
    String reason = tasksets.find(taskset).map(HttpCallers::reason).orElse("the job was cancelled");
    return HttpCaller.plain(BAD_GATEWAY, "no answer: " + reason);
  }

  private static String reason(Taskset taskset) {
    String reason = taskset.reason();
    return switch (taskset.status()) {
      case CANCELLED -> "the job was cancelled";
      case WAITING, RUNNING, SUCCEEDED, FAILED ->
          reason == null ? "the worker that had the request is lost" : reason;
    };
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    tasksets.nextEnd(notifyList, limit).ifPresent(told::add);
  }
}
