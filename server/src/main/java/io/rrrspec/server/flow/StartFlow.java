package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.process.ProgramRun;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.server.jobs.ClientProgram;
import io.rrrspec.server.jobs.LastError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a flow that somebody has ordered: a client as a process of its own finds its tests and
 * sends its sources, as for a person. Ends when the flow is there; what becomes of the flow is the
 * flow's.
 */
final class StartFlow implements FlowTask {
  /** It is renewed while the client works: so long a dead server is missed. */
  static final Duration LEASE = Duration.ofMinutes(1);

  private static final Logger log = LoggerFactory.getLogger(StartFlow.class);
  private static final Duration RENEW_EVERY = Duration.ofSeconds(10);

  /** The client may build the project to find its tests. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private static final int ATTEMPTS = 3;
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final FlowStore flows;
  private final ClientProgram client;
  private final Function<String, Path> directory;

  /**
   * Makes one.
   *
   * @param directory the directory of this host that an order names as its sources; throws what is
   *     wrong with it
   */
  StartFlow(FlowStore flows, ClientProgram client, Function<String, Path> directory) {
    this.flows = flows;
    this.client = client;
    this.directory = directory;
  }

  /** A directory of this host. */
  static Path existing(String text) {
    Path directory = Path.of(text);
    if (!Files.isDirectory(directory)) {
      throw new UsageException("sources: there is no directory " + text + " on the server");
    }
    return directory;
  }

  @Override
  public @Nullable JsonNode run(RunningTask task) throws InterruptedException {
    FlowOrder order =
        FlowOrder.of(task.state())
            .orElseThrow(() -> new UsageException("this is no order of a flow"));
    if (flows.find(order.id()).isPresent()) {
      // A server that died afterwards, or its client, has started it.
      return null;
    }
    String sources = order.sources();
    Path place = sources == null ? Path.of("/") : directory.apply(sources);
    LastError error = new LastError();
    Renewal renewal = new Renewal(task);
    ProgramRun.Result result =
        client
            .of(List.of("flow", "order", order.id()), place)
            .errors(error.reader())
            .inputOpen()
            .limit(LONGEST)
            .cancelledWhen(renewal::isLost)
            .killedAtExit()
            .run();
    if (renewal.lost) {
      flows.cancelIfOrderIs(order.id());
    } else if (result.exitCode() != 0 || result.end() != ProgramRun.End.ITSELF) {
      failed(task, order, reason(result, error), result.exitCode());
    }
    return null;
  }

  private static String reason(ProgramRun.Result result, LastError error) {
    if (result.end() == ProgramRun.End.HARD_LIMIT) {
      return "the start took longer than " + LONGEST.toMinutes() + " minutes: " + error.line();
    }
    String line = error.line();
    return line.isEmpty() ? "the client ended with exit code " + result.exitCode() : line;
  }

  private static void failed(RunningTask task, FlowOrder order, String reason, int code) {
    log.warn(
        "the flow {} ({}) was not started: {}", task.state().text("title"), order.id(), reason);
    if (code == ExitCode.USAGE.number() || task.retries() + 1 >= ATTEMPTS) {
      throw new ServiceException(reason);
    }
    task.restart(true, PAUSE);
  }

  /** Keeps the task while the client works. */
  private static final class Renewal {
    private final RunningTask task;
    private long renewed = System.nanoTime();
    private boolean lost;

    Renewal(RunningTask task) {
      this.task = task;
    }

    /** Whether somebody has cancelled it, or another server has it. */
    boolean isLost() {
      if (!lost && System.nanoTime() - renewed > RENEW_EVERY.toNanos()) {
        renewed = System.nanoTime();
        lost = !task.extend(LEASE);
      }
      return lost;
    }
  }
}
