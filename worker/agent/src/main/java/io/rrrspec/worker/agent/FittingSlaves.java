package io.rrrspec.worker.agent;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.SlaveNumberStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.worker.agent.load.MachineGauges;
import io.rrrspec.worker.agent.load.SlaveCount;
import io.rrrspec.worker.agent.load.SlaveTarget;
import io.rrrspec.worker.agent.supervise.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Fits the number of slaves of one taskset to the machine. */
final class FittingSlaves {
  /** How long a look holds, and how long while slaves are being started. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private static final Duration START_EVERY = Duration.ofMillis(100);

  /** Where the script of a launch uses the number of its slave. */
  private static final String OWN_NUMBER = "$rrrspec_fork_number";

  private final SlaveNumberStore numbers;
  private final Stores stores;
  private final String workerKey;
  private final String tasksetKey;
  private final MachineGauges gauges;
  private final LongSupplier nanoTime;
  private final SlaveTarget target;
  private final Consumer<String> told;
  private long lookedAt;
  private boolean looked;
  private int places;
  private String line = "";

  /**
   * Begins with one slave for each processor.
   *
   * @param processors how many slaves there are at least
   * @param told gets a line when it has changed how many slaves were used, or why
   */
  FittingSlaves(
      Stores stores,
      String workerKey,
      String tasksetKey,
      int processors,
      MachineGauges gauges,
      LongSupplier nanoTime,
      Consumer<String> told) {
    this.stores = stores;
    this.numbers = stores.slaveNumbers();
    this.workerKey = workerKey;
    this.tasksetKey = tasksetKey;
    this.gauges = gauges;
    this.nanoTime = nanoTime;
    this.told = told;
    this.places = processors;
    SlaveNumberStore.KnownWork work = numbers.knownWork(tasksetKey);
    this.target =
        new SlaveTarget(
            processors,
            new SlaveCount.Work(work.processor(), work.waiting(), work.longest()),
            null);
  }

  /**
   * Whether a taskset may have more slaves than its worker was made for: not if a slave may have
   * something of its own by its number, such as a port or a database.
   *
   * @param dir where the project is
   */
  static boolean fit(Taskset taskset, Path dir) {
    return taskset.runner().equals(Runner.JUNIT)
        && isPlain(taskset.slaveCommand())
        && !usesNumber(dir.resolve(".rrrspec/slave.sh"))
        && launches(dir).stream().noneMatch(FittingSlaves::usesNumber);
  }

  /** Any other command may do something with the slave's number before it starts it. */
  private static boolean isPlain(String command) {
    String plain = command.strip();
    plain = plain.startsWith("exec ") ? plain.substring(5).strip() : plain;
    if (!plain.endsWith(" slave") || plain.chars().anyMatch(c -> "\n;&|$`<>".indexOf(c) >= 0)) {
      return false;
    }
    String program = plain.substring(0, plain.length() - 6).strip();
    return program.endsWith("rrrspec-java")
        || program.endsWith("rrrspec-java'")
        || program.endsWith("rrrspec-java\"");
  }

  private static List<Path> launches(Path dir) {
    Path launches = dir.resolve(".rrrspec/launches");
    if (!Files.isDirectory(launches)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(launches)) {
      return files.filter(file -> file.toString().endsWith(".sh")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean usesNumber(Path script) {
    try {
      return Files.exists(script) && Files.readString(script).contains(OWN_NUMBER);
    } catch (IOException e) {
      // Nobody knows: then as if it did.
      return true;
    }
  }

  /** How many places the supervisor should fill now. */
  int look(Supervisor supervisor) {
    long now = nanoTime.getAsLong();
    if (looked && now - lookedAt < (every().toNanos() * 8) / 10) {
      return target.current();
    }
    looked = true;
    lookedAt = now;
    SlaveNumberStore.Waiting waiting = numbers.waiting(tasksetKey, workerKey);
    int next =
        target.look(
            new SlaveTarget.Sight(
                now,
                supervisor.running(),
                supervisor.starting(),
                waiting.slaves() > 0,
                waiting.tasks(),
                waiting.alone(),
                gauges.read(supervisor.processes())));
    if (next != places) {
      // Before there are more or less: who plans with places has to know.
      stores.workers().tellPlaces(workerKey, next);
      places = next;
    }
    if (!target.grows()) {
      tell();
    }
    return next;
  }

  /** Says how many slaves were used, and why, if that has changed. */
  void tell() {
    String now = target.tell();
    if (!now.equals(line)) {
      line = now;
      told.accept(now);
    }
  }

  /** When to look again. */
  Duration every() {
    return target.grows() ? START_EVERY : LOOK_EVERY;
  }
}
