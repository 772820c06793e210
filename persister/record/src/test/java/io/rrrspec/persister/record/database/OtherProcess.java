package io.rrrspec.persister.record.database;

import io.rrrspec.common.ServiceException;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** A second JVM that has the same database open. It obeys one word a line. */
public final class OtherProcess implements AutoCloseable {
  /** Of each run that it saves. */
  public static final int TASKS = 50;

  private final Process process;
  private final BufferedReader answers;

  private OtherProcess(Process process) {
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts it; it opens the database by itself. */
  public static OtherProcess start(String url) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                OtherProcess.class.getName(),
                url));
    return new OtherProcess(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Waits until it has the database open. */
  public OtherProcess opened() throws IOException {
    expect("open");
    return this;
  }

  /** Lets it save a run; returns the run's id when it is there. */
  public String save() throws IOException {
    tell("save");
    return String.valueOf(answers.readLine());
  }

  /** Lets threads of it save runs, each with its logs, until it ends. */
  public void saveForEver(int threads) throws IOException {
    tell("save for ever " + threads);
    expect("saving");
  }

  /** Lets it count the runs that it sees. */
  public int count() throws IOException {
    tell("count");
    return Integer.parseInt(String.valueOf(answers.readLine()));
  }

  /** Ends it like a power cut ends a host: no hook runs. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Lets it close the database and end. */
  public void end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    process.waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private void tell(String word) throws IOException {
    process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  private void expect(String word) throws IOException {
    String line = answers.readLine();
    if (!word.equals(line)) {
      throw new IOException("the other process said " + line);
    }
  }

  private static void saveForEver(Database database, int threads) {
    TasksetArchive archive = new TasksetArchive(database);
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(() -> saveForEver(archive));
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void saveForEver(TasksetArchive archive) {
    while (true) {
      RunBuilder run = RunBuilder.aRun();
      archive.saveFinished(run.taskset(TASKS), run.manyTasks(TASKS, "x"));
      archive.saveLogs(run.key(), "log", List.of(), List.of(), Collections.emptyIterator());
    }
  }

  public static void main(String[] args) throws IOException {
    BufferedReader words =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Database database = Database.open(args[0])) {
      System.out.println("open");
      for (String word = words.readLine(); word != null; word = words.readLine()) {
        if (word.equals("save")) {
          RunBuilder run = RunBuilder.aRun();
          new TasksetArchive(database).saveFinished(run.taskset(TASKS), run.manyTasks(TASKS, "x"));
          System.out.println(run.id());
        } else if (word.startsWith("save for ever ")) {
          saveForEver(database, Integer.parseInt(word.substring("save for ever ".length())));
          System.out.println("saving");
        } else {
          System.out.println(new RunReader(database).recent(1000).size());
        }
      }
    } catch (ServiceException e) {
      System.out.println(e.getMessage());
    }
  }
}
