package io.rrrspec.worker.build;

import io.rrrspec.common.project.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a project's JVM leaves to us of sharing classes between JVMs. */
final class JvmSharing {
  private JvmSharing() {}

  /** Whether the project leaves it to us which archive of classes its JVM uses. */
  static boolean ofClasses(TestJvm jvm) {
    return jvm.arguments().stream()
        .noneMatch(
            argument ->
                isFile(argument) || argument.matches("-Xshare.*|-XX:.*(Share|Archive|AOT).*"));
  }

  /**
   * Whether that archive may have classes of the project's libraries, too: the JVM has to log which
   * it loads, and must take an archive of a class path.
   */
  static boolean ofLibraries(TestJvm jvm) {
    return ofClasses(jvm)
        && jvm.arguments().stream()
            .noneMatch(
                argument ->
                    argument.matches(
                        "-Xlog.*|-verbose.*|-Xbootclasspath.*|-Djava.system.class.loader=.*|-p"
                            + "|--(module-path|upgrade-module-path|patch-module|limit-modules).*"))
        && !isOpenJ9(Path.of(jvm.java()));
  }

  /** Its archives are of another kind. */
  private static boolean isOpenJ9(Path java) {
    Path bin = java.toAbsolutePath().getParent();
    return bin != null && Files.isDirectory(bin.resolveSibling("lib/j9vm"));
  }

  /** Whether an argument names a file with further ones, which may say anything. */
  static boolean isFile(String argument) {
    return argument.startsWith("@") && !argument.startsWith("@@");
  }
}
