package io.rrrspec.worker.agent.supervise;

import io.rrrspec.worker.agent.load.C2Priority;
import io.rrrspec.worker.agent.load.LinuxGauges;
import io.rrrspec.worker.agent.load.MachineGauges;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/**
 * What a worker uses of the machine that it runs on. A simulation has one of its own, in which
 * slaves are no processes, nothing runs beside the one who steps it, and time is what it says.
 *
 * @param slaves starts slaves
 * @param threads makes the threads in which workspaces are prepared
 * @param nanoTime counts nanoseconds from wherever, and never goes back
 * @param gauges tell what is in use
 * @param c2 gives C2 of the slaves' JVMs its priority
 */
public record Machine(
    SlaveStarter slaves,
    ThreadFactory threads,
    LongSupplier nanoTime,
    MachineGauges gauges,
    C2Priority c2) {
  /** The one that this process runs on. */
  public static final Machine THIS =
      new Machine(
          SlaveProcess::start,
          Machine::daemon,
          System::nanoTime,
          LinuxGauges.ofThisMachine(),
          C2Priority.NORMAL);

  /** One that tells nothing about what is in use. */
  public Machine(SlaveStarter slaves, ThreadFactory threads, LongSupplier nanoTime) {
    this(slaves, threads, nanoTime, MachineGauges.NONE, C2Priority.NORMAL);
  }

  /** Starts slaves. */
  public interface SlaveStarter {
    /**
     * Starts one.
     *
     * @param number its SLAVE_NUMBER
     * @param command the slave_command
     * @param dir where that runs
     * @param environment what it gets in addition to this process's environment
     * @param workersMark what the mark of its processes begins with
     */
    RunningSlave start(
        String workerKey,
        int number,
        String command,
        Path dir,
        Map<String, String> environment,
        String workersMark);
  }

  /** The same with slaves that are started in another way. */
  public Machine with(SlaveStarter starter) {
    return new Machine(starter, threads, nanoTime, gauges, c2);
  }

  /** The same where C2 has another priority. */
  public Machine with(C2Priority priority) {
    return new Machine(slaves, threads, nanoTime, gauges, priority);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }
}
