package io.rrrspec.server.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.flow.FlowGuest;
import io.rrrspec.server.flow.FlowType;
import io.rrrspec.server.flow.RunningTask;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a server does so that requests go on. */
public final class RequestService {
  private static final Pattern RUN_TASK = Pattern.compile("request-([0-9a-f-]{36})-(\\d{1,9})-run");
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int ATTEMPTS = 5;
  private static final int THREADS = 4;

  private final RequestDriver driver;

  /**
   * Makes it.
   *
   * @param baseUrl where the HTTP port of this server is, without a slash at the end
   */
  public RequestService(
      Stores stores, FlowKeys flowKeys, Supplier<String> baseUrl, InstantSource clock) {
    this.driver = new RequestDriver(stores, flowKeys, baseUrl, clock);
  }

  /** What flows do for requests. */
  public FlowGuest guest() {
    FlowType end =
        FlowType.task(RequestFlows.END, this::end)
            .withAttempts(ATTEMPTS)
            .withPause(PAUSE)
            .withLimit(LEASE);
    return new FlowGuest(List.of(end), Map.of(RequestFlows.POOL, THREADS), this::started);
  }

  /** What it does besides, one loop each. */
  public List<Actor> actors() {
    return List.of(new RequestWatch(driver));
  }

  private @Nullable JsonNode end(RunningTask task) {
    List<JsonNode> args = task.args();
    int number = args.get(1).asInt();
    driver
        .stores()
        .requests()
        .find(args.get(0).asText())
        .filter(request -> request.at(number) != null)
        .ifPresent(driver::settle);
    return null;
  }

  private boolean started(String task, Taskset run) {
    Matcher matcher = RUN_TASK.matcher(task);
    return !matcher.matches()
        || driver.started(matcher.group(1), Integer.parseInt(matcher.group(2)), run);
  }
}
