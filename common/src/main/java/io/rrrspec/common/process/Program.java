package io.rrrspec.common.process;

import io.rrrspec.common.ServiceException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A program that is to be started, with its environment and streams, and with what ends it: the one
 * way in which this project starts processes. Unless something else is said, its input is empty,
 * what it writes is dropped, and it inherits the environment of this process.
 *
 * <p>{@link #run} runs it to its end, {@link #start} leaves it running.
 */
public final class Program {
  private static final String SETSID = "setsid";

  private final ProcessBuilder builder;
  private final boolean ownGroup;
  private final @Nullable String script;
  @Nullable OutputStream output;
  @Nullable OutputStream errors;
  @Nullable Duration softLimit;
  @Nullable Duration limit;
  @Nullable BooleanSupplier cancelled;
  boolean killedAtExit;
  boolean leavesDaemons;
  boolean untilOutputEnds;

  private Program(List<String> command, boolean ownGroup, @Nullable String script) {
    this.builder = new ProcessBuilder(command);
    this.ownGroup = ownGroup;
    this.script = script;
    if (script == null) {
      builder.redirectInput(new File("/dev/null"));
    }
  }

  /**
   * A program in the process group and terminal session of this process: Ctrl-C reaches it, too,
   * and it may ask the person at the terminal for a password.
   *
   * @param command the program and its arguments
   */
  public static Program of(List<String> command) {
    return new Program(command, false, null);
  }

  /**
   * A program that leads a session and process group of its own, so that its children can be ended
   * with it. Java makes no groups: {@code setsid} does, and becomes the program.
   *
   * @param command the program and its arguments
   */
  public static Program inOwnGroup(List<String> command) {
    return new Program(withSetsid(command), true, null);
  }

  /**
   * {@code /bin/bash -ex} in a group of its own, with a script on its standard input, as Ruby
   * rrrspec does. The script is followed by the end of input: commands in it that read get nothing
   * of ours.
   */
  public static Program bash(String script) {
    return new Program(withSetsid(List.of("/bin/bash", "-ex")), true, script + "\n");
  }

  private static List<String> withSetsid(List<String> command) {
    List<String> all = new ArrayList<>(command.size() + 1);
    all.add(SETSID);
    all.addAll(command);
    return all;
  }

  /** Sets the directory that it runs in. */
  public Program directory(Path directory) {
    builder.directory(directory.toFile());
    return this;
  }

  /** Changes the environment that it would inherit, for example with {@link ChildEnvironment}. */
  public Program environment(Consumer<Map<String, String>> change) {
    change.accept(builder.environment());
    return this;
  }

  /**
   * Sets where its standard output goes.
   *
   * @param sink is written to by a thread of its own, and closed at the end of the output; must not
   *     throw
   */
  public Program output(OutputStream sink) {
    output = sink;
    return this;
  }

  /**
   * Sets where its standard error goes.
   *
   * @param sink as for {@link #output(OutputStream)}
   */
  public Program errors(OutputStream sink) {
    errors = sink;
    return this;
  }

  /** Lets its standard error go where its standard output goes. */
  public Program errorsToOutput() {
    builder.redirectErrorStream(true);
    return this;
  }

  /**
   * Lets it write its standard output to a file. Unlike a pipe, a file is not held open by what the
   * program leaves in the background: nobody waits for that.
   */
  public Program outputFile(Path file) {
    builder.redirectOutput(file.toFile());
    return this;
  }

  /** Keeps its standard input open and empty, for as long as this process lives. */
  public Program inputOpen() {
    builder.redirectInput(ProcessBuilder.Redirect.PIPE);
    return this;
  }

  /** Kills it if it takes longer. */
  public Program limit(Duration limit) {
    this.limit = limit;
    return this;
  }

  /**
   * Asks its group to end ({@code TERM}) after a first limit, and kills it after a second one.
   *
   * @param soft the first limit, from the start
   * @param hard the second limit, from the start
   */
  public Program limits(Duration soft, Duration hard) {
    this.softLimit = soft;
    this.limit = hard;
    return this;
  }

  /** Kills it as soon as a condition holds, which is looked at ten times a second. */
  public Program cancelledWhen(BooleanSupplier condition) {
    cancelled = condition;
    return this;
  }

  /** Kills it if this process ends before it does. */
  public Program killedAtExit() {
    killedAtExit = true;
    return this;
  }

  /** Leaves alone what it has left in its group, if it ends by itself. */
  public Program leavingDaemons() {
    leavesDaemons = true;
    return this;
  }

  /** Reads its standard output to the end, however long that takes after the program has ended. */
  public Program untilOutputEnds() {
    untilOutputEnds = true;
    return this;
  }

  /**
   * Starts it.
   *
   * @throws ServiceException if it cannot be started; the cause is an {@link IOException}
   */
  public ProgramRun start() {
    return start(id -> {});
  }

  /**
   * Starts it.
   *
   * @param before gets the id of the process before the first line of its script runs
   * @throws ServiceException if it cannot be started; the cause is an {@link IOException}
   */
  ProgramRun start(LongConsumer before) {
    if (output == null && builder.redirectOutput().equals(ProcessBuilder.Redirect.PIPE)) {
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    }
    if (errors == null && !builder.redirectErrorStream()) {
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    }
    ChildProcess child;
    try {
      child = new ChildProcess(builder.start(), ownGroup);
    } catch (IOException e) {
      String name = builder.command().get(ownGroup ? 1 : 0);
      throw new ServiceException("cannot start " + name + ": " + e.getMessage(), e);
    }
    before.accept(child.id());
    if (script != null) {
      child.feed(script);
    }
    return new ProgramRun(this, child);
  }

  /**
   * Runs it to its end.
   *
   * @throws ServiceException if it cannot be started; the cause is an {@link IOException}
   * @throws InterruptedException as {@link ProgramRun#toEnd}
   */
  public ProgramRun.Result run() throws InterruptedException {
    return start().toEnd();
  }

  /**
   * Runs it to its end and returns all that it has written to standard output, read as UTF-8; empty
   * if it cannot be started, or ends with another code than 0.
   *
   * @throws InterruptedException as {@link ProgramRun#toEnd}
   */
  public Optional<String> answer() throws InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      int code = output(all).untilOutputEnds().run().exitCode();
      return code == 0 ? Optional.of(all.toString(StandardCharsets.UTF_8)) : Optional.empty();
    } catch (ServiceException e) {
      return Optional.empty();
    }
  }
}
