package io.rrrspec.client.local;

import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.source.GatedTasks;
import io.rrrspec.client.source.GatedTasks.Gate;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore.Progress;
import io.rrrspec.worker.build.WaitingMaven;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the gates of a run when Maven has started what the tests behind them need, and lets Maven
 * go on when these tests are over. The run does not end before.
 */
final class ModuleGates implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ModuleGates.class);
  private static final String LAUNCH_SCRIPTS = "RRRSPEC_LAUNCH_SCRIPTS";
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** What goals may take while no tests run: they may fetch images of containers. */
  private static final Duration LONGEST_GOALS = Duration.ofMinutes(30);

  private final WaitingMaven maven;
  private final Stores stores;
  private final String taskset;
  private final List<ModuleGate> gates;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Thread thread = new Thread(this::run, "module-gates");
  private volatile boolean closed;

  private ModuleGates(WaitingMaven maven, Stores stores, String taskset, List<Gate> gates) {
    this.maven = maven;
    this.stores = stores;
    this.taskset = taskset;
    this.gates = gates.stream().map(ModuleGate::new).toList();
    stores.gates().hold(taskset, gates.size());
    thread.setDaemon(true);
  }

  /**
   * Starts Maven for a run that was created and is not active yet, if goals run around its tests.
   *
   * @return null if none do
   */
  static @Nullable ModuleGates start(
      RunRequest request,
      PreparedProject project,
      List<TaskRequest> tasks,
      LocalService service,
      String taskset,
      Consumer<String> say) {
    List<Gate> gates = GatedTasks.gates(project.project(), tasks);
    if (gates.isEmpty()) {
      return null;
    }
    say.accept(
        "Maven runs the goals around the integration tests of "
            + gates.stream()
                .map(gate -> gate.module().isEmpty() ? "." : gate.module())
                .collect(Collectors.joining(", ")));
    WaitingMaven maven =
        WaitingMaven.start(
            request.project(),
            PrepareSettings.of(request.settings()),
            project.project(),
            gates.stream().map(Gate::module).toList(),
            service.waitingDirectory());
    ModuleGates goals = new ModuleGates(maven, service.stores(), taskset, gates);
    service.closeWithTests(goals);
    return goals;
  }

  /** Begins to look where Maven is, in a thread of its own: the run is active. */
  void begin() {
    thread.start();
  }

  /** What launchers of slaves get, so that they find the scripts that only this run has. */
  static Map<String, String> environment(LocalService service) {
    return Map.of(LAUNCH_SCRIPTS, WaitingMaven.launches(service.waitingDirectory()).toString());
  }

  /** Hands over what a person should know since the last time, line by line. */
  void tell(Consumer<String> say) {
    for (String line = lines.poll(); line != null; line = lines.poll()) {
      say.accept(line);
    }
  }

  /** Lets Maven stop what it has started, and ends it if that takes longer than 20 s. */
  @Override
  public void close() {
    closed = true;
    gates.forEach(ModuleGate::abandon);
    maven.close();
    gates.forEach(ModuleGate::tellFailure);
    thread.interrupt();
  }

  private void run() {
    try {
      long lastNews = System.nanoTime();
      while (!closed && gates.stream().anyMatch(gate -> gate.stage != Stage.ENDED)) {
        boolean news = false;
        Progress progress = stores.tasksets().progress(taskset);
        boolean over = progress.status().isFinal() || progress.left() == 0;
        for (ModuleGate gate : gates) {
          news |= gate.look(over);
        }
        if (news || gates.stream().anyMatch(gate -> gate.stage == Stage.TESTS)) {
          lastNews = System.nanoTime();
        } else if (System.nanoTime() - lastNews > LONGEST_GOALS.toNanos()) {
          lines.add(
              "error: Maven is ended: its goals around integration tests took longer than "
                  + LONGEST_GOALS.toMinutes()
                  + " min");
          maven.kill();
        }
        Thread.sleep(LOOK_EVERY.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (!closed) {
        log.error("the goals around integration tests", e);
        stores.tasksets().fail(taskset, "goals around integration tests: " + e.getMessage());
      }
    }
  }

  /** How far the goals around the tests of a module are. */
  private enum Stage {
    /** Those before the tests run. */
    BEFORE,
    /** The tests run. */
    TESTS,
    /** The tests are over, their JVMs end. */
    JVMS_END,
    /** Those behind the tests run. */
    BEHIND,
    /** All have run, or one has failed. */
    ENDED
  }

  /** One gate. Only the thread touches it until this is closed. */
  private final class ModuleGate {
    private static final String NOT_REACHED = "Maven has not come to its integration tests";
    private static final int MOST_LINES = 10;

    /** JVMs end within moments; whatever keeps one is not to keep the server. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final Gate gate;
    private volatile Stage stage = Stage.BEFORE;

    /** Why the run fails, in one line; empty if it need not. */
    private volatile String why = "";

    /** How many tasks are decided, in the order of the list. */
    private int decided;

    private long jvmsEndSince;

    ModuleGate(Gate gate) {
      this.gate = gate;
    }

    /**
     * Looks where Maven and the tests are.
     *
     * @param over whether no test of the run begins any more
     * @return whether anything has changed
     */
    boolean look(boolean over) {
      Stage before = stage;
      if (stage == Stage.ENDED) {
        return false;
      }
      WaitingMaven.State state = maven.state(gate.module());
      switch (state) {
        case FAILED, ENDED -> {
          tellFailure();
          end();
        }
        case DONE -> {
          if (stage == Stage.BEFORE && !over) {
            fail(NOT_REACHED, List.of());
          }
          end();
        }
        case STARTS -> {
          if (over && stage == Stage.BEFORE) {
            goOn();
          }
        }
        case READY -> tests(over);
      }
      return stage != before;
    }

    private void tests(boolean over) {
      switch (stage) {
        case BEFORE -> {
          if (over) {
            goOn();
          } else {
            open();
          }
        }
        case TESTS -> {
          if (over || areDecided()) {
            stage = Stage.JVMS_END;
            jvmsEndSince = System.nanoTime();
          }
        }
        case JVMS_END -> {
          int left = stores.gates().close(taskset, gate.launches());
          if (left == 0 || System.nanoTime() - jvmsEndSince > LONGEST_END.toNanos()) {
            goOn();
          }
        }
        case BEHIND, ENDED -> {}
      }
    }

    private void open() {
      try {
        maven.writeLaunches(gate.module());
      } catch (RrrspecException e) {
        fail("its integration tests cannot be started", List.of(String.valueOf(e.getMessage())));
        goOn();
        return;
      }
      stores.gates().open(taskset, gate.name());
      stage = Stage.TESTS;
    }

    private void goOn() {
      maven.goOn(gate.module());
      stage = Stage.BEHIND;
    }

    private boolean areDecided() {
      while (decided < gate.tasks().size()) {
        List<Task> next =
            stores.tasksets().tasks(List.of(Keys.task(taskset, gate.tasks().get(decided))));
        if (!next.isEmpty() && !next.get(0).status().isFinal()) {
          return false;
        }
        decided++;
      }
      return true;
    }

    private void end() {
      stores.gates().end(taskset, gate.name(), why);
      stage = Stage.ENDED;
    }

    /** No test runs any more. */
    void abandon() {
      if (stage == Stage.TESTS || stage == Stage.JVMS_END) {
        stage = Stage.BEHIND;
      }
    }

    /** Tells of a goal that has failed, once. */
    void tellFailure() {
      if (stage == Stage.ENDED || !why.isEmpty()) {
        return;
      }
      boolean failed = maven.state(gate.module()) == WaitingMaven.State.FAILED;
      if (!failed && maven.state(gate.module()) != WaitingMaven.State.ENDED) {
        return;
      }
      String what =
          switch (stage) {
            case BEFORE -> failed ? "a goal before its integration tests failed" : NOT_REACHED;
            case TESTS -> "Maven ended during its integration tests";
            case JVMS_END, BEHIND, ENDED -> "a goal behind its integration tests failed";
          };
      // Of a module that needs another one, the words are those of that one.
      boolean told = what.equals(NOT_REACHED) && gates.stream().anyMatch(it -> !it.why.isEmpty());
      fail(what, told ? List.of() : maven.failure(gate.module()));
    }

    private void fail(String what, List<String> words) {
      String line = (gate.module().isEmpty() ? "" : gate.module() + ": ") + what;
      lines.add("error: " + line + (words.isEmpty() ? "" : ":"));
      words.stream().limit(MOST_LINES).forEach(lines::add);
      why = why.isEmpty() ? line : why;
    }
  }
}
