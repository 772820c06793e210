package io.rrrspec.experiments.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A small Maven project whose test classes end as their names say. */
final class JUnitProject {
  private static final List<String> GREEN =
      List.of("Pass1", "Pass2", "Pass3", "Pass4", "Pass5", "Flaky1", "Flaky2");

  private static final List<String> RED = List.of("Fail1", "Error1", "Crash1");

  /** Litterers first, so that victims meet what they left behind. */
  private static final List<String> ORDER =
      List.of("Litter1", "Litter2", "Litter3", "Litter4", "Pass1", "Pass2", "Victim1", "Victim2");

  private static final String RANDOM = "Random1";

  /** Each is a launch, and has every third class. */
  private static final List<String> MODULES = List.of("core", "app", "web");

  private static final String MODULE_POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>chaos</groupId>
          <artifactId>chaos</artifactId>
          <version>1.0</version>
        </parent>
        <artifactId>%s</artifactId>
      </project>
      """;

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>chaos</groupId>
        <artifactId>chaos</artifactId>
        <version>1.0</version>
        %s
        <properties>
          <maven.compiler.release>17</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <dependencies>
          <dependency>
            <groupId>org.junit.jupiter</groupId>
            <artifactId>junit-jupiter</artifactId>
            <version>5.14.4</version>
            <scope>test</scope>
          </dependency>
        </dependencies>
        <build>
          <plugins>
            <plugin>
              <groupId>org.apache.maven.plugins</groupId>
              <artifactId>maven-compiler-plugin</artifactId>
              <version>3.14.0</version>
            </plugin>
            <plugin>
              <groupId>org.apache.maven.plugins</groupId>
              <artifactId>maven-surefire-plugin</artifactId>
              <version>3.5.3</version>
              <configuration>
                <argLine>-Drrrspec.slave.patience=%d</argLine>
              </configuration>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  private static final String KNOWN =
      """
      package chaos;

      import java.nio.file.*;
      import org.junit.jupiter.api.Assertions;

      final class Known {
        private static boolean litter;

        static void test(String name) throws Exception {
          Path state = Path.of(System.getenv("CHAOS_STATE"));
          String token = System.getenv("CHAOS_RUN") + "-" + name;
          Thread.sleep(50 + (token.hashCode() & 0xff));
          boolean good = !name.startsWith("Fail");
          if (name.startsWith("Victim")) {
            good = !litter;
          } else if (name.startsWith("Random")) {
            good = new java.util.Random().nextBoolean();
          }
          litter |= name.startsWith("Litter");
          if (name.startsWith("Flaky")) {
            try {
              Files.createDirectory(state.resolve("once").resolve(token));
              good = false;
            } catch (FileAlreadyExistsException second) {
              good = true;
            }
          } else if (name.startsWith("Crash")) {
            Runtime.getRuntime().halt(9);
          }
          Files.writeString(
              state.resolve("ledger"),
              "end " + token + " " + (good ? 0 : 1) + "\\n",
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
          Assertions.assertTrue(good);
        }
      }
      """;

  private JUnitProject() {}

  /** Writes it. */
  static void install(Path sources) {
    List<String> names = new ArrayList<>(GREEN);
    names.addAll(RED);
    names.addAll(ORDER);
    names.add(RANDOM);
    try {
      Files.writeString(sources.resolve("pom.xml"), pom(""));
      writeClasses(sources, new HashSet<>(names));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the same kinds of classes as a build of several modules. */
  static void installModules(Path sources) {
    StringBuilder modules = new StringBuilder("<packaging>pom</packaging><modules>");
    MODULES.forEach(module -> modules.append("<module>").append(module).append("</module>"));
    try {
      Files.writeString(sources.resolve("pom.xml"), pom(modules.append("</modules>").toString()));
      for (String module : MODULES) {
        Path dir = Files.createDirectories(sources.resolve(module));
        Files.writeString(dir.resolve("pom.xml"), MODULE_POM.formatted(module));
        writeClasses(
            dir,
            Stream.concat(GREEN.stream(), RED.stream())
                .filter(name -> module(name).equals(module))
                .toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String pom(String more) {
    return POM.formatted(more, Place.SLAVE_PATIENCE.toSeconds());
  }

  private static String module(String name) {
    int at = Math.max(GREEN.indexOf(name), RED.indexOf(name));
    return MODULES.get(at % MODULES.size());
  }

  private static void writeClasses(Path project, Collection<String> names) throws IOException {
    Path tests = Files.createDirectories(project.resolve("src/test/java/chaos"));
    Files.writeString(tests.resolve("Known.java"), KNOWN);
    for (String name : names) {
      Files.writeString(tests.resolve(name + "Test.java"), test(name));
    }
  }

  private static String test(String name) {
    String fails =
        name.startsWith("Error")
            ? "@org.junit.jupiter.api.BeforeAll static void fails() { throw new Error(); }"
            : "";
    return "package chaos; class "
        + name
        + "Test { "
        + fails
        + " @org.junit.jupiter.api.Test void test() throws Exception { Known.test(\""
        + name
        + "\"); } }\n";
  }

  /** The classes of one run. */
  static List<String> draw(Random random) {
    return classes(drawNames(random));
  }

  /** The classes of one run of several modules. */
  static List<String> drawOfModules(Random random) {
    return drawNames(random).stream()
        .map(name -> module(name) + ":chaos." + name + "Test")
        .toList();
  }

  private static List<String> drawNames(Random random) {
    List<String> names = new ArrayList<>(GREEN);
    if (random.nextBoolean()) {
      names.addAll(RED);
    }
    return names;
  }

  /** The classes of a run in which some fail only after others, and maybe one at random. */
  static List<String> drawInOrder(Random random) {
    List<String> names = new ArrayList<>(ORDER);
    if (random.nextBoolean()) {
      names.add(RANDOM);
    }
    return classes(names);
  }

  private static List<String> classes(List<String> names) {
    return names.stream().map(name -> "chaos." + name + "Test").toList();
  }
}
