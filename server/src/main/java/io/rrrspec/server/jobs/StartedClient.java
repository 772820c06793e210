package io.rrrspec.server.jobs;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.process.ProgramRun;
import io.rrrspec.common.queue.Job;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client that starts the run of a job, and the thread that waits for its end. */
final class StartedClient {
  private static final Logger log = LoggerFactory.getLogger(StartedClient.class);

  /** It may build the project first. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Program program;
  private final Consumer<String> failed;
  private final LastError errors = new LastError();
  private volatile boolean unwanted;
  private volatile boolean over;

  private StartedClient(Program program, Consumer<String> failed) {
    this.program = program;
    this.failed = failed;
  }

  /**
   * Starts it.
   *
   * @param failed is told why it has started no run; also if it has started one
   */
  static StartedClient start(Program program, Consumer<String> failed, long job) {
    StartedClient client = new StartedClient(program, failed);
    Thread thread = new Thread(client::run, "job-" + job);
    thread.setDaemon(true);
    thread.start();
    return client;
  }

  private void run() {
    try {
      ProgramRun.Result result =
          program
              .errors(errors.reader())
              .inputOpen()
              .limit(LONGEST)
              .cancelledWhen(() -> unwanted)
              .killedAtExit()
              .run();
      if (!unwanted) {
        failed.accept(reason(result));
      }
    } catch (ServiceException e) {
      failed.accept(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // Redis is away: what stands there is looked at again by the next step.
      log.warn("cannot tell how the start of a run has ended: {}", e.toString());
    } finally {
      over = true;
    }
  }

  private String reason(ProgramRun.Result result) {
    String last = errors.line();
    if (result.end() == ProgramRun.End.HARD_LIMIT) {
      return "client start took longer than " + LONGEST.toMinutes() + " minutes: " + last;
    }
    return last.isEmpty() ? "client start ended with " + result.exitCode() : last;
  }

  boolean isOver() {
    return over;
  }

  /** Ends it if its job is not wanted any more; if its run is active it ends by itself. */
  void endUnlessActive(Supplier<Job.@Nullable Status> status) {
    if (!unwanted && !over && status.get() != Job.Status.RUNNING) {
      unwanted = true;
    }
  }

  /** Ends it; somebody else starts the run. */
  void abandon() {
    unwanted = true;
  }
}
