package io.rrrspec.experiments.change;

import io.rrrspec.common.process.ChildEnvironment;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The commands that are held against each other, each as a process of its own. */
final class Commands {
  private static final long LIMIT_SECONDS = 600;

  /** What a command ends with that does not end by itself. */
  static final int HANGS = 124;

  private final Installation installation;
  private final Site site;
  private final String lane;

  Commands(Installation installation, Site site, String lane) {
    this.installation = installation;
    this.site = site;
    this.lane = lane;
  }

  /** {@code mvn test}; returns its exit code. */
  int maven() {
    return execute("maven", site.maven(), Map.of(), "mvn", "-B", "-q", "test");
  }

  /** {@code mvn test} in a clone of what the client sends, without anything that was built. */
  int fresh() {
    Path clone = site.fresh();
    try {
      Tree.deleteTree(clone);
      Process copy =
          new ProcessBuilder(
                  "rsync",
                  "-a",
                  "--exclude=/target",
                  "--exclude=/.rrrspec",
                  "--",
                  site.client() + "/",
                  clone + "/")
              .inheritIO()
              .start();
      int code = copy.onExit().join().exitValue();
      if (code != 0) {
        throw new IOException("rsync ends with " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return execute("fresh", clone, Map.of(), "mvn", "-B", "-q", "test");
  }

  /** {@code rrrspec-java run}. */
  int run() {
    return execute("run", site.run(), Map.of(), installation.launcher(), "run", "--slaves", "1");
  }

  /** {@code rrrspec-java client start --wait}. */
  int client() {
    Map<String, String> environment = new HashMap<>(installation.client());
    environment.put("RRRSPEC_WORKER_TYPE", lane);
    environment.put("RRRSPEC_RSYNC_NAME", Site.NAME + lane);
    // The way by which a client tells the workers what its own environment has.
    StringBuilder env = new StringBuilder("{");
    site.variables()
        .forEach((name, value) -> env.append(name).append(": '").append(value).append("', "));
    environment.put("RRRSPEC_ENV", env + "}");
    return execute(
        "client", site.client(), environment, installation.launcher(), "client", "start", "--wait");
  }

  /** {@code rrrspec-java prepare} in the project of run. */
  int prepare() {
    return execute("prepare", site.run(), Map.of(), installation.launcher(), "prepare");
  }

  /** What all commands and the worker of a site get. */
  static Map<String, String> environment(Installation installation, Site site) {
    Map<String, String> environment = new HashMap<>(installation.common());
    environment.put("HOME", site.homeDirectory().toString());
    environment.put("XDG_DATA_HOME", site.root().resolve("data").toString());
    environment.put("PATH", site.root().resolve("bin") + ":" + System.getenv("PATH"));
    // They all live for seconds: the second compiler would take two fifths of the processor time.
    environment.put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    environment.put("RRRSPEC_JAVA_OPTS", "-XX:-UsePerfData -Duser.home=" + site.homeDirectory());
    return environment;
  }

  private int execute(String name, Path dir, Map<String, String> more, String... command) {
    Map<String, String> environment = environment(installation, site);
    environment.putAll(site.variables());
    environment.putAll(more);
    ProcessBuilder builder = new ProcessBuilder(List.of(command)).directory(dir.toFile());
    builder.environment().keySet().removeAll(List.of("MAVEN_ARGS", "MAVEN_CONFIG", "JAVA_HOME"));
    ChildEnvironment.set(builder.environment(), environment);
    try {
      Process process =
          builder
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(log(name).toFile())
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return HANGS;
      }
      return process.exitValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** What a command wrote at last. */
  Path log(String name) {
    return site.root().resolve("log").resolve(name);
  }
}
