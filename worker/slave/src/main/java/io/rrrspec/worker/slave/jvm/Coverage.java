package io.rrrspec.worker.slave.jvm;

import io.rrrspec.common.coverage.SavedName;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Saves what JaCoCo's agent in this JVM has counted, into a file of this JVM alone. The agent
 * itself would write at the end of the JVM, by a shutdown hook; a slave ends without these, and one
 * that is killed would leave half a file for all others. The interface of the agent is the public
 * one of {@code org.jacoco.agent.rt}, which is on the system class path in every JVM with the
 * agent.
 */
public final class Coverage {
  private final Path file;
  private final Object agent;
  private final Method data;

  private Coverage(Path file, Object agent, Method data) {
    this.file = file;
    this.agent = agent;
    this.data = data;
  }

  /**
   * Where the files of a worker's slaves are. They are written only if the directory exists.
   *
   * @param slaveFile the worker's private file
   */
  public static Path directory(Path slaveFile) {
    return slaveFile.resolveSibling(slaveFile.getFileName() + ".coverage");
  }

  /**
   * The coverage of this JVM; null if it has no such agent, or if nobody wants to know.
   *
   * @param slaveFile the worker's private file
   * @param launch the launch that this JVM is of; null if the run has but one
   */
  public static @Nullable Coverage of(Path slaveFile, @Nullable String launch) {
    Path directory = directory(slaveFile);
    if (!Files.isDirectory(directory)) {
      return null;
    }
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    try {
      Object agent =
          Class.forName("org.jacoco.agent.rt.RT", true, loader).getMethod("getAgent").invoke(null);
      Method data =
          Class.forName("org.jacoco.agent.rt.IAgent", true, loader)
              .getMethod("getExecutionData", boolean.class);
      String name = SavedName.of(launch, ProcessHandle.current().pid());
      return new Coverage(directory.resolve(name), agent, data);
    } catch (ReflectiveOperationException | LinkageError e) {
      // No such agent in this JVM, or one that was not started.
      return null;
    }
  }

  /** Saves all that was counted so far; in one move, so that the file is whole at any time. */
  public void save() {
    try {
      byte[] counted = (byte[]) data.invoke(agent, false);
      Path part = file.resolveSibling(file.getFileName() + ".part");
      Files.write(part, counted);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (Throwable e) {
      // No test is to fail for that, whatever a test before has made of this JVM.
      LastWords.log("cannot save the coverage: " + e);
    }
  }
}
