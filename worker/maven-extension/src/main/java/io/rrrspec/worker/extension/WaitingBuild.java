package io.rrrspec.worker.extension;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.MavenProjectHelper;
import org.jspecify.annotations.Nullable;

/**
 * A build that runs the goals before integration tests, waits until somebody else has run the
 * tests, and runs the goals behind them. It talks with the one who has started it by files in a
 * directory: <code>modules.properties</code> says what prepare has built, and which modules have
 * such tests; of module 1 <code>1.ready</code> says what its tests are to be started with, <code>
 * 1.go</code> that they are over, <code>1.failed</code> why its goals have failed, and <code>1.done
 * </code> that they have not.
 */
final class WaitingBuild {
  /** The system property that names the directory; no other build has it. */
  private static final String PROPERTY = "rrrspec.prepare.waiting";

  private static final String NAME = WaitingBuild.class.getName();
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration LONGEST_RUN = Duration.ofDays(2);

  private final Path directory;
  private final Properties modules = new Properties();

  /** By the directory of the module. */
  private final Map<String, String> numbers = new LinkedHashMap<>();

  /** How many executions of integration tests a module has, by {@link BuildModules#id}. */
  private final Map<String, Integer> executions = new ConcurrentHashMap<>();

  private final BuildModules build;
  private final StarterProcess starter = new StarterProcess();

  private WaitingBuild(MavenSession session) {
    directory = Path.of(System.getProperty(PROPERTY));
    build = BuildModules.of(session);
    try (InputStream in = Files.newInputStream(directory.resolve("modules.properties"))) {
      modules.load(in);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + directory, e);
    }
    for (int i = 0; modules.containsKey(i + ".basedir"); i++) {
      numbers.put(modules.getProperty(i + ".basedir"), String.valueOf(i));
    }
  }

  /** Whether this is such a build. */
  static boolean isOn() {
    return System.getProperty(PROPERTY) != null;
  }

  /** That of a session. */
  static WaitingBuild of(MavenSession session) {
    Map<String, Object> data = session.getRequest().getData();
    synchronized (data) {
      return (WaitingBuild) data.computeIfAbsent(NAME, name -> new WaitingBuild(session));
    }
  }

  /** Gives a module what prepare has built of it; false if prepare knows nothing of the module. */
  boolean takeBuilt(MavenProject project, MavenProjectHelper helper) {
    String number = number(project);
    if (number == null) {
      return false;
    }
    Artifacts.take(project, modules, number + ".", helper);
    return true;
  }

  /** Whether goals are run around a module's integration tests. */
  boolean waitsIn(MavenProject project) {
    String number = number(project);
    return number != null && modules.containsKey(number + ".waits");
  }

  /** Whether nobody is going to run its integration tests any more. */
  boolean isOver(MavenProject project) {
    return Files.exists(file(project, "go")) || starter.isGone();
  }

  /** Notes how many executions of its integration tests Maven comes to. */
  void expect(MavenProject project, int number) {
    executions.put(BuildModules.id(project), number);
  }

  /** Whether these are all executions of its integration tests. */
  boolean areAll(MavenProject project, int number) {
    return number >= executions.getOrDefault(BuildModules.id(project), 0);
  }

  /** Tells what its tests are to be started with, and returns when they are over. */
  void awaitTests(MavenProject project, Map<String, Object> facts)
      throws IOException, InterruptedException {
    write(project, "ready", JsonText.write(facts));
    long end = System.nanoTime() + LONGEST_RUN.toNanos();
    while (!isOver(project) && System.nanoTime() < end) {
      Thread.sleep(LOOK_EVERY.toMillis());
    }
  }

  void failed(MavenProject project, String why) throws IOException {
    write(project, "failed", why);
  }

  void done(MavenProject project) throws IOException {
    write(project, "done", "");
  }

  private @Nullable String number(MavenProject project) {
    File basedir = build.basedir(project);
    return basedir == null ? null : numbers.get(basedir.getAbsolutePath());
  }

  private Path file(MavenProject project, String ending) {
    return directory.resolve(number(project) + "." + ending);
  }

  /** As a whole, so that a reader never sees half of it. */
  private void write(MavenProject project, String ending, String text) throws IOException {
    Path draft = file(project, ending + "-draft");
    Files.writeString(draft, text);
    Files.move(
        draft,
        file(project, ending),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
