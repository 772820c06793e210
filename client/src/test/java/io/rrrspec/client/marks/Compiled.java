package io.rrrspec.client.marks;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.source.Projects;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.annotation.Testable;

/** Test classes that a compiler has made, with the annotations of the real frameworks. */
final class Compiled {
  private Compiled() {}

  /** The jars with the annotations, as a project has them. */
  static List<Path> frameworks() {
    Path copied = Path.of("target/other-frameworks").toAbsolutePath();
    return Stream.concat(
            Stream.of(Tag.class, Testable.class).map(Compiled::jar),
            Stream.of("junit4.jar", "testng.jar").map(copied::resolve))
        .toList();
  }

  private static Path jar(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Compiles a source, which may have several classes, but no public one. */
  static Path classes(Path directory, List<Path> classPath, String source) throws IOException {
    return classes(directory, classPath, "Fixtures", source);
  }

  /**
   * Compiles a source.
   *
   * @param name of its public class
   */
  static Path classes(Path directory, List<Path> classPath, String name, String source)
      throws IOException {
    Path file = Files.createDirectories(directory).resolve(name + ".java");
    Path classes = Files.createDirectories(directory.resolve("classes"));
    Files.writeString(file, source);
    String path =
        Stream.concat(classPath.stream(), frameworks().stream())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    OutputStream.nullOutputStream(),
                    System.err,
                    "-nowarn",
                    "-proc:none",
                    "-cp",
                    path,
                    "-d",
                    classes.toString(),
                    file.toString()))
        .isZero();
    return classes;
  }

  /** A jar of all files below a directory. */
  static Path jar(Path file, Path classes) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
        Stream<Path> files = Files.walk(classes).filter(Files::isRegularFile)) {
      for (Path one : (Iterable<Path>) files::iterator) {
        jar.putNextEntry(new JarEntry(classes.relativize(one).toString().replace('\\', '/')));
        jar.write(Files.readAllBytes(one));
      }
    }
    return file;
  }

  /** A project of one launch with this class path, and the frameworks behind it. */
  static Project project(Path directory, List<Path> classPath, String... classes) {
    return Projects.ofModules(
        Projects.module(directory, "", "shop:shop", execution(directory, classPath, classes)));
  }

  /** The same without the frameworks. */
  static Project bare(Path directory, List<Path> classPath, String... classes) {
    return Projects.ofModules(
        Projects.module(directory, "", "shop:shop", bareExecution(directory, classPath, classes)));
  }

  static TestExecution execution(Path directory, List<Path> classPath, String... classes) {
    return bareExecution(
        directory, Stream.concat(classPath.stream(), frameworks().stream()).toList(), classes);
  }

  private static TestExecution bareExecution(
      Path directory, List<Path> classPath, String... classes) {
    TestExecution like = Projects.execution(directory, "default-test", 1, classes);
    TestJvm jvm =
        new TestJvm(
            "java",
            List.of(),
            true,
            Map.of(),
            Map.of(),
            List.of(),
            directory.toString(),
            classPath.stream().map(Path::toString).toList());
    return new TestExecution(
        like.id(),
        like.provider(),
        jvm,
        like.selection(),
        like.configurationParameters(),
        1,
        true,
        like.classes(),
        "",
        false,
        false);
  }
}
