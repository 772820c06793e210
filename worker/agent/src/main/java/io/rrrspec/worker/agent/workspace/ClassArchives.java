package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.project.Project;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has archives of loaded classes made: beside the first slaves that would have a use for them, of
 * our own jar and the jars of JUnit; and after these slaves have written down what they load, of
 * the project's libraries, too. The scripts of a prepared project name them. Slaves cannot do it,
 * as what they start ends with them.
 */
public final class ClassArchives {
  private static final Logger log = LoggerFactory.getLogger(ClassArchives.class);

  /** A build may have many versions of JUnit; each archive takes seconds and 30 MB, or more. */
  private static final int MOST = 4;

  private static final String JVM = "# JVM: ";
  private static final String JARS = "# Jars: ";
  private static final String LIBRARIES = "# Libraries: ";

  private ClassArchives() {}

  /**
   * What an archive is made of, as the class path of a launch begins.
   *
   * @param java the path of the JVM's executable; empty if the project has archives of its own
   * @param jars those of JUnit; may be empty
   * @param libraries those of the project; may be empty
   */
  record Wanted(String java, String jars, String libraries) {
    List<String> words() {
      return libraries.isEmpty() ? List.of(java, jars) : List.of(java, jars, libraries);
    }

    Wanted withoutLibraries() {
      return new Wanted(java, jars, "");
    }
  }

  /**
   * Makes those that are missing, in the background. Nothing depends on their success.
   *
   * @param workspace the directory of the project; it need not be a prepared one
   */
  public static void make(Path workspace) {
    make(wanted(workspace));
  }

  /**
   * The same of those with classes of libraries, if slaves have written down what they load.
   *
   * @param workspace the directory of the project, whose slaves have ended
   */
  public static void makeOfLibraries(Path workspace) {
    make(wantedOfLibraries(workspace));
  }

  private static void make(List<Wanted> archives) {
    String home = System.getProperty("rrrspec.home");
    if (home == null) {
      // Not started by our launcher, which the archives are for.
      return;
    }
    for (Wanted archive : archives) {
      List<String> command = new ArrayList<>();
      command.add(home + "/bin/rrrspec-java");
      command.add("slave-archive");
      command.addAll(archive.words());
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

  /** At most {@link #MOST}. */
  static List<Wanted> wanted(Path workspace) {
    return all(workspace)
        .map(Wanted::withoutLibraries)
        .filter(archive -> !archive.jars().isEmpty())
        .distinct()
        .limit(MOST)
        .toList();
  }

  /** At most {@link #MOST}. */
  static List<Wanted> wantedOfLibraries(Path workspace) {
    return all(workspace)
        .filter(archive -> !archive.libraries().isEmpty())
        .distinct()
        .limit(MOST)
        .toList();
  }

  private static Stream<Wanted> all(Path workspace) {
    Path directory = Project.directory(workspace);
    List<Path> scripts = new ArrayList<>();
    scripts.add(directory.resolve("slave.sh"));
    try (Stream<Path> launches = Files.list(directory.resolve("launches"))) {
      launches.filter(file -> file.toString().endsWith(".sh")).sorted().forEach(scripts::add);
    } catch (IOException e) {
      // One launch, or none.
    }
    return scripts.stream().map(ClassArchives::read).filter(one -> !one.java().isEmpty());
  }

  private static Wanted read(Path script) {
    String java = "";
    String jars = "";
    String libraries = "";
    try (BufferedReader lines = Files.newBufferedReader(script)) {
      for (String line = lines.readLine();
          line != null && line.startsWith("#");
          line = lines.readLine()) {
        java = line.startsWith(JVM) ? line.substring(JVM.length()).strip() : java;
        jars = line.startsWith(JARS) ? line.substring(JARS.length()).strip() : jars;
        libraries =
            line.startsWith(LIBRARIES) ? line.substring(LIBRARIES.length()).strip() : libraries;
      }
    } catch (IOException e) {
      return new Wanted("", "", "");
    }
    return new Wanted(java, jars, libraries);
  }
}
