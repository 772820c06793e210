package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.project.Project;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has archives of loaded classes made, beside the first slaves that would have a use for them: of
 * our own jar and the jars of JUnit, which the scripts of a prepared project name. Slaves cannot do
 * it, as what they start ends with them.
 */
public final class ClassArchives {
  private static final Logger log = LoggerFactory.getLogger(ClassArchives.class);

  /** A build may have many versions of JUnit; each archive takes seconds and 30 MB. */
  private static final int MOST = 4;

  private static final String JVM = "# JVM: ";
  private static final String JARS = "# Jars: ";

  private ClassArchives() {}

  /**
   * Makes those that are missing, in the background. Nothing depends on their success.
   *
   * @param workspace the directory of the project; it need not be a prepared one
   */
  public static void make(Path workspace) {
    String home = System.getProperty("rrrspec.home");
    if (home == null) {
      // Not started by our launcher, which the archives are for.
      return;
    }
    for (List<String> javaAndJars : wanted(workspace)) {
      List<String> command = new ArrayList<>();
      command.add(home + "/bin/rrrspec-java");
      command.add("slave-archive");
      command.addAll(javaAndJars);
      try {
        Program.inOwnGroup(command)
            .environment(variables -> variables.put("MAKES_ARCHIVE", "yes"))
            .leavingDaemons()
            .start();
      } catch (ServiceException e) {
        log.debug("no archive of classes", e);
      }
    }
  }

  /** For each archive the path of java, and those of the jars; at most {@link #MOST}. */
  static List<List<String>> wanted(Path workspace) {
    Path directory = Project.directory(workspace);
    Set<List<String>> found = new LinkedHashSet<>();
    List<Path> scripts = new ArrayList<>();
    scripts.add(directory.resolve("slave.sh"));
    try (Stream<Path> launches = Files.list(directory.resolve("launches"))) {
      launches.filter(file -> file.toString().endsWith(".sh")).sorted().forEach(scripts::add);
    } catch (IOException e) {
      // One launch, or none.
    }
    for (Path script : scripts) {
      List<String> one = read(script);
      if (one.size() > 1 && found.size() < MOST) {
        found.add(one);
      }
    }
    return List.copyOf(found);
  }

  private static List<String> read(Path script) {
    String java = "";
    String jars = "";
    try (BufferedReader lines = Files.newBufferedReader(script)) {
      for (String line = lines.readLine();
          line != null && line.startsWith("#");
          line = lines.readLine()) {
        java = line.startsWith(JVM) ? line.substring(JVM.length()).strip() : java;
        jars = line.startsWith(JARS) ? line.substring(JARS.length()).strip() : jars;
      }
    } catch (IOException e) {
      return List.of();
    }
    if (java.isEmpty() || jars.isEmpty()) {
      return List.of();
    }
    List<String> all = new ArrayList<>();
    all.add(java);
    all.addAll(List.of(jars.split(File.pathSeparator, -1)));
    return all;
  }
}
