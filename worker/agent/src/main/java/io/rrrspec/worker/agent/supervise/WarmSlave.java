package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.ProcessTree;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.worker.slave.Handover;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One process that serves tasksets one after the other, as a slave of another id each time. */
final class WarmSlave {
  private final Start start;
  private final Consumer<WarmSlave> served;
  private final String mark;
  private final HandoverOutput out = new HandoverOutput("OUT");
  private final HandoverOutput err = new HandoverOutput("ERR");
  private final ProcessTree tree;
  private int tasksets;
  private long idleSince;

  /**
   * What a process is started with; one that was started so fits every taskset that asks the same.
   *
   * @param command the slave_command
   * @param environment what it gets in addition to this process's environment
   * @param home where it runs
   * @param workersMark what the marks of its processes begin with
   */
  record Start(
      String workerKey,
      String command,
      Map<String, String> environment,
      Path home,
      String workersMark) {}

  private WarmSlave(Start start, Consumer<WarmSlave> served) {
    this.start = start;
    this.served = served;
    this.mark = start.workersMark() + "." + UUID.randomUUID();
    // Its input stays open: by that it hears of tasksets, and of the end of this process.
    Program program =
        Program.inOwnGroup(List.of("/bin/bash", "-exc", start.command()))
            .directory(start.home())
            .environment(inherited -> ChildEnvironment.set(inherited, start.environment()))
            .inputOpen()
            .output(out)
            .errors(err);
    this.tree = ProcessTree.start(program, mark);
  }

  /**
   * Starts one.
   *
   * @param served gets it back when it has served a taskset in good order
   */
  static WarmSlave start(Start start, Consumer<WarmSlave> served) {
    return new WarmSlave(start, served);
  }

  /** The number of its process. */
  long id() {
    return tree.run().child().id();
  }

  boolean isAlive() {
    return tree.run().child().isAlive();
  }

  /** Whether it could have been started so. */
  boolean fits(Start other) {
    return start.workerKey().equals(other.workerKey())
        && start.command().equals(other.command())
        && start.home().equals(other.home())
        && start.workersMark().equals(other.workersMark());
  }

  void idleSince(long nanos) {
    idleSince = nanos;
  }

  Duration idleFor(long now) {
    return Duration.ofNanos(now - idleSince);
  }

  /**
   * Hands it a taskset.
   *
   * @param environment what the taskset's commands get in addition to this process's environment
   * @throws ServiceException if it does not take it
   */
  RunningSlave serve(int number, Path dir, Map<String, String> environment) {
    tasksets++;
    String slaveId = id() + "-" + tasksets;
    String jobMark = mark + "." + tasksets;
    Path slaveFile = Path.of(environment.getOrDefault("RRRSPEC_SLAVE_FILE", ""));
    SlaveFiles files = SlaveFiles.of(slaveFile, slaveId);
    Path order = slaveFile.resolveSibling("slave-takes-" + slaveId);
    Map<String, String> all = new HashMap<>(System.getenv());
    ChildEnvironment.set(all, environment);
    all.put(ChildEnvironment.MARK, jobMark);
    all.put("SLAVE_NUMBER", Integer.toString(number));
    String token = UUID.randomUUID().toString();
    files.delete();
    WarmService service =
        new WarmService(
            new WarmService.Identity(Keys.slave(start.workerKey(), slaveId), number, jobMark),
            files,
            order,
            this);
    new Handover(
            slaveId,
            environment.getOrDefault("RRRSPEC_TASKSET_KEY", ""),
            slaveFile,
            dir,
            all,
            token)
        .write(order);
    out.begin(service.output(), token, service::done);
    err.begin(service.output(), null, pid -> {});
    var unused = tree.run().child().onExit().thenAccept(service::exited);
    try {
      tree.run().child().writeInput(order + "\n");
    } catch (ServiceException e) {
      service.forget();
      throw e;
    }
    return service;
  }

  /** The end of a taskset that it has served: keeps the process only if nothing else is left. */
  void clean(long jvm, String jobMark) {
    out.end();
    err.end();
    boolean clean = false;
    try {
      clean = isAlive() && tree.killOthers(jvm, jobMark);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (clean) {
      served.accept(this);
    } else {
      end();
    }
  }

  /** Waits a moment for what it has written before it ended. */
  void awaitOutput(Duration limit) throws InterruptedException {
    if (!isAlive()) {
      tree.run().awaitOutput(limit);
    }
  }

  /** Ends it with all that it has started. */
  void end() {
    tree.kill();
  }

  /** Where what it writes goes: to the taskset that it serves. */
  private static final class HandoverOutput extends OutputStream {
    private final String name;
    private @Nullable WordOfDone current;

    HandoverOutput(String name) {
      this.name = name;
    }

    synchronized void begin(SlaveOutput output, @Nullable String token, Consumer<Long> done) {
      current = new WordOfDone(output.stream(name), token, done);
    }

    /** Nobody reads what comes until the next one begins. */
    synchronized void end() {
      current = null;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      WordOfDone to;
      synchronized (this) {
        to = current;
      }
      if (to != null) {
        to.write(bytes, offset, length);
      }
    }

    @Override
    public void close() {
      WordOfDone to;
      synchronized (this) {
        to = current;
      }
      if (to != null) {
        to.close();
      }
    }
  }
}
