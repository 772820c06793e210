package io.rrrspec.worker.build;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.JacocoAgent;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import io.rrrspec.worker.build.state.WrittenFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes <code>slave.sh</code>, which becomes the slave's JVM, and <code>slave.args</code>, its
 * arguments; where there are several launches, the same for each in the directory <code>launches
 * </code>. Beside them stands what the slave has to know of its executions, so that it need not
 * read those of the whole build. The script replaces the process, so that the slave is the worker's
 * own child.
 */
final class LaunchScript {
  /** Surefire's number of the JVM, from 1; ours comes from SLAVE_NUMBER, which starts at 0. */
  private static final List<String> NUMBERS =
      List.of("${surefire.forkNumber}", "${surefire.threadNumber}");

  /** Variables that bash does not let itself be told, or that have a meaning for it. */
  private static final Pattern OF_BASH =
      Pattern.compile(
          "BASH.*|EUID|UID|PPID|SHELLOPTS|GROUPS|DIRSTACK|FUNCNAME|RANDOM|SRANDOM|SECONDS"
              + "|LINENO|EPOCH.*|HISTCMD|COMP_.*|PIPESTATUS|POSIXLY_CORRECT|OPT(ARG|IND|ERR)|IFS|LANG|LC_.*|_"
              + "|rrrspec_.*");

  /** Where all classes of the slave's jar are, those of its libraries, too. */
  private static final String OWN_PACKAGE = "io.rrrspec.slave.shaded";

  private final Path projectDir;
  private final TestJvm jvm;
  private final List<TestExecution> executions;

  /** Without the ending. */
  private final Path file;

  /** Which of several launches it is; null if the slave serves all that there is. */
  private final @Nullable String launch;

  private final JarsInFront.Order order;

  private LaunchScript(
      Path projectDir,
      TestJvm jvm,
      List<TestExecution> executions,
      JarsInFront jars,
      Path file,
      @Nullable String launch) {
    this.projectDir = projectDir;
    this.jvm = jvm;
    this.executions = executions;
    this.file = file;
    this.launch = launch;
    this.order =
        JvmSharing.ofLibraries(jvm)
            ? jars.withLibraries(jvm.classPath())
            : jars.order(jvm.classPath());
  }

  /**
   * Writes the scripts of all launches of a project. Who knows nothing of launches starts the
   * first.
   */
  static void writeAll(Path projectDir, Project project) {
    List<Launch> launches = project.launches();
    if (project.executions().isEmpty()) {
      return;
    }
    TestJvm first = launches.isEmpty() ? project.executions().get(0).jvm() : launches.get(0).jvm();
    List<TestExecution> all = project.executions();
    Path dir = Project.directory(projectDir);
    JarCopies copies = copies(projectDir);
    JarsInFront jars = new JarsInFront(copies);
    new LaunchScript(projectDir, first, all, jars, dir.resolve("slave"), null).write();
    List<Launch> forSpeed =
        launches.stream().flatMap(one -> one.forSpeed().values().stream()).toList();
    if (launches.size() > 1
        || !forSpeed.isEmpty()
        || launches.stream().anyMatch(one -> !one.goalsAround().isEmpty())) {
      Path several = dir.resolve(WrittenFiles.LAUNCHES);
      writeEach(projectDir, launches, several, jars);
      writeEach(projectDir, forSpeed, several, jars);
    }
    copies.deleteOthers();
  }

  private static JarCopies copies(Path projectDir) {
    return new JarCopies(Project.directory(projectDir).resolve("jars"));
  }

  /**
   * Writes the scripts of some launches.
   *
   * @param several the directory that they are written to; made if it is not there
   */
  static void writeEach(Path projectDir, List<Launch> launches, Path several) {
    writeEach(projectDir, launches, several, new JarsInFront(copies(projectDir)));
  }

  private static void writeEach(
      Path projectDir, List<Launch> launches, Path several, JarsInFront jars) {
    try {
      Files.createDirectories(several);
    } catch (IOException e) {
      throw new ServiceException("cannot create " + several + ": " + e.getMessage(), e);
    }
    for (Launch launch : launches) {
      Path file = several.resolve(launch.name().replace("%", "%25").replace("/", "%2F"));
      new LaunchScript(projectDir, launch.jvm(), launch.executions(), jars, file, launch.name())
          .write();
    }
  }

  private void write() {
    try {
      Files.writeString(withEnding(".executions"), Launch.toJson(executions));
      Files.writeString(withEnding(".args"), arguments());
      Path script = withEnding(".sh");
      Files.writeString(script, script());
      if (!script.toFile().setExecutable(true)) {
        throw new IOException("cannot make it executable");
      }
    } catch (IOException e) {
      throw new ServiceException("cannot write " + file + ".sh: " + e.getMessage(), e);
    }
  }

  private Path withEnding(String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  String arguments() {
    List<String> all = new ArrayList<>();
    if (jvm.enableAssertions()) {
      all.add("-ea");
    }
    List<String> own =
        jvm.arguments().stream().filter(argument -> !JvmSharing.isFile(argument)).toList();
    all.addAll(JacocoAgent.ofSlave(own, OWN_PACKAGE + ".*"));
    jvm.systemProperties().forEach((name, value) -> all.add("-D" + name + "=" + value));
    all.add("-Dsurefire.test.class.path=" + classPath());
    all.add("-Drrrspec.project=" + projectDir);
    all.add("-Drrrspec.executions=" + withEnding(".executions"));
    if (jvm.oneClass()) {
      all.add("-Drrrspec.one-class=true");
    }
    if (launch != null) {
      all.add("-Drrrspec.launch=" + launch);
    }
    StringBuilder text = new StringBuilder();
    all.forEach(argument -> text.append(quoteForJava(argument)).append('\n'));
    return text.toString();
  }

  /** Its own variables have names that those of the tests have not. */
  String script() {
    StringBuilder text = new StringBuilder();
    text.append("#!/bin/bash\n");
    // The launcher reads these lines, to find the archive of classes that belongs to this JVM, and
    // to the jars that stand first on its class path.
    boolean shares = JvmSharing.ofClasses(jvm);
    text.append("# JVM: ").append(shares ? jvm.java() : "").append('\n');
    text.append("# Jars: ").append(shares ? String.join(File.pathSeparator, order.inFront()) : "");
    text.append('\n');
    text.append("# Libraries: ").append(String.join(File.pathSeparator, order.libraries()));
    text.append('\n');
    text.append(
        "# Written by rrrspec-java prepare. Wants RRRSPEC_SLAVE_JAR, the path of our jar;\n");
    text.append("# RRRSPEC_SLAVE_ARCHIVE, an archive of its classes, makes the start quicker.\n");
    text.append("# RRRSPEC_SLAVE_LOADED is a file that will have the classes that it loads.\n");
    if (executions.stream().anyMatch(one -> !one.goalsAround().isEmpty())) {
      // A run writes another script, when it knows what these goals have chosen.
      text.append("echo 'goals of the build run around these tests: use rrrspec-java run' >&2\n");
      return text.append("exit 3\n").toString();
    }
    text.append("rrrspec_slave_jar=${RRRSPEC_SLAVE_JAR:?is not set}\n");
    text.append("rrrspec_archive=${RRRSPEC_SLAVE_ARCHIVE:-}\n");
    text.append("# After a crash the next JVM is to have none, as that may have been damaged.\n");
    text.append("rrrspec_on_crash=\n");
    text.append("case $rrrspec_archive in '' | *[\\'%\\;]*) ;; ");
    text.append("*) rrrspec_on_crash=\"command -p rm -f '$rrrspec_archive'\" ;; esac\n");
    text.append("rrrspec_debug=${RRRSPEC_DEBUG_PORT:-}\n");
    text.append("rrrspec_loaded=${RRRSPEC_SLAVE_LOADED:-}\n");
    text.append("rrrspec_fork_number=$((${SLAVE_NUMBER:-0} + 1))\n");
    text.append("unset \"${!RRRSPEC_@}\"\n");
    jvm.excludedEnvironment().forEach(name -> text.append("unset -v ").append(name).append('\n'));
    text.append("rrrspec_variables=()\n");
    jvm.environment().forEach((name, value) -> text.append(variable(name, value)));
    String args = quote(withEnding(".args").toString());
    text.append("rrrspec_arguments=").append(args).append('\n');
    if (NUMBERS.stream().anyMatch(arguments()::contains)) {
      text.append("rrrspec_arguments=").append(quote(withEnding(".").toString()));
      text.append("$rrrspec_fork_number.args\n");
      text.append("sed \"s/[$]{surefire[.]\\(fork\\|thread\\)Number}/$rrrspec_fork_number/g\" ");
      text.append(args).append(" >\"$rrrspec_arguments\" || exit 3\n");
    }
    text.append("rrrspec_class_path=").append(quote(order.classPath())).append('\n');
    for (String copy : order.copies()) {
      text.append("[ -f ").append(quote(copy)).append(" ] || rrrspec_class_path=");
      text.append(quote(classPath())).append('\n');
    }
    String dir = quote(jvm.workingDirectory());
    text.append("mkdir -p ").append(dir).append(" && cd ").append(dir).append(" || exit 3\n");
    jvm.environment().forEach((name, value) -> text.append(export(name, value)));
    text.append("exec /usr/bin/env \"${rrrspec_variables[@]}\" ").append(quote(jvm.java()));
    // First, so that the project's own arguments win. What the JVM has to say of an archive that
    // does
    // not fit would stand on the standard output of the tests.
    text.append(
        " ${rrrspec_archive:+\"-XX:SharedArchiveFile=$rrrspec_archive\" -Xlog:cds=off -Xlog:cds+dynamic=off}");
    // It does not look whether the archive is whole.
    text.append(" ${rrrspec_on_crash:+\"-XX:OnError=$rrrspec_on_crash\"}");
    // For the archive of libraries; not more than two files of this size.
    text.append(
        " ${rrrspec_loaded:+\"-Xlog:class+load:file=$rrrspec_loaded:none:filesize=32M,filecount=1\"}");
    // An argument and no variable, which the JVMs that tests start would inherit.
    text.append(
        " ${rrrspec_debug:+\"-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:$rrrspec_debug\"}");
    // Files of arguments cannot stand in one themselves.
    jvm.arguments().stream()
        .filter(JvmSharing::isFile)
        .forEach(argument -> text.append(' ').append(quote(argument)));
    text.append(" \"@$rrrspec_arguments\" -cp \"$rrrspec_slave_jar:$rrrspec_class_path\"");
    text.append(" " + OWN_PACKAGE + ".slave.SlaveMain \"$@\"\n");
    return text.toString();
  }

  /**
   * A value may be a secret, and every user sees the arguments of a process: so the shell sets it.
   */
  private static String export(String name, String value) {
    return isForShell(name) ? "export " + name + "=" + quote(value) + "\n" : "";
  }

  /** A name that Maven takes need not be one that a shell takes; env takes any. */
  private static String variable(String name, String value) {
    return isForShell(name) ? "" : "rrrspec_variables+=(" + quote(name + "=" + value) + ")\n";
  }

  private static boolean isForShell(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") && !OF_BASH.matcher(name).matches();
  }

  private String classPath() {
    return String.join(File.pathSeparator, jvm.classPath());
  }

  /** A word for the shell, in which only the number of the JVM is still to be filled in. */
  static String quote(String word) {
    String quoted = "'" + word.replace("'", "'\\''") + "'";
    for (String number : NUMBERS) {
      quoted = quoted.replace(number, "'\"$rrrspec_fork_number\"'");
    }
    return quoted;
  }

  /** A line of an argument file, see the manual of the java command. */
  static String quoteForJava(String argument) {
    String escaped =
        argument
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t")
            .replace("\f", "\\f");
    return "\"" + escaped + "\"";
  }
}
