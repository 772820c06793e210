package io.rrrspec.experiments.chaos;

import io.rrrspec.common.process.ChildEnvironment;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A server, worker or persister: one process after the other under one name. */
final class Daemon {
  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final File log;
  private final AtomicBoolean inUse = new AtomicBoolean();
  private volatile @Nullable Process process;
  private volatile boolean wanted;
  private volatile long startAt;

  Daemon(Host host, List<String> arguments, Map<String, String> environment, Place place) {
    this.name = host.name();
    List<String> whole = new ArrayList<>(List.of(place.launcher()));
    whole.addAll(arguments);
    this.command = host.command(whole);
    this.environment = host.environment(environment);
    this.log = place.path("log/" + name + ".log").toFile();
  }

  String name() {
    return name;
  }

  Path log() {
    return log.toPath();
  }

  /** From now on it is to run. */
  void want() {
    wanted = true;
    startAt = 0;
  }

  /** When it ends it is started again after so long. */
  void restartIn(long millis) {
    startAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Starts it if it has ended, should run, and its pause is over; as systemd would. */
  void keep() {
    if (!wanted || isAlive()) {
      return;
    }
    long at = startAt;
    if (at == 0 && process != null) {
      restartIn(1_000);
    } else if (System.nanoTime() >= at) {
      startAt = 0;
      process = launch();
    }
  }

  private Process launch() {
    ProcessBuilder builder = new ProcessBuilder(command);
    ChildEnvironment.set(builder.environment(), environment);
    try {
      return builder
          .redirectInput(new File("/dev/null"))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAlive() {
    Process now = process;
    return now != null && now.isAlive();
  }

  /** The id of its process; 0 if it never had one. */
  long pid() {
    Process now = process;
    return now == null ? 0 : now.pid();
  }

  /** Sends a signal to its process alone. */
  void signal(String signal) {
    Signal.send(pid(), signal);
  }

  /** SIGTERM; it is not started again. */
  void end() {
    wanted = false;
    if (isAlive()) {
      signal("CONT");
      signal("TERM");
    }
  }

  /** Reserves it for one fault; false if another one has it. */
  boolean take() {
    return isAlive() && inUse.compareAndSet(false, true);
  }

  /** Ends the reservation. */
  void release() {
    inUse.set(false);
  }

  boolean isTaken() {
    return inUse.get();
  }
}
