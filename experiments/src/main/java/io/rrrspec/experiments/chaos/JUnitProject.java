package io.rrrspec.experiments.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

/** A small Maven project whose test classes end as their names say. */
final class JUnitProject {
  private static final List<String> GREEN =
      List.of("Pass1", "Pass2", "Pass3", "Pass4", "Pass5", "Flaky1", "Flaky2");

  private static final List<String> RED = List.of("Fail1", "Error1", "Crash1");

  /** Litterers first, so that victims meet what they left behind. */
  private static final List<String> ORDER =
      List.of("Litter1", "Litter2", "Litter3", "Litter4", "Pass1", "Pass2", "Victim1", "Victim2");

  private static final String RANDOM = "Random1";

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>chaos</groupId>
        <artifactId>chaos</artifactId>
        <version>1.0</version>
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
      """
          .formatted(Place.SLAVE_PATIENCE.toSeconds());

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
    try {
      Path tests = Files.createDirectories(sources.resolve("src/test/java/chaos"));
      Files.writeString(sources.resolve("pom.xml"), POM);
      Files.writeString(tests.resolve("Known.java"), KNOWN);
      List<String> names = new ArrayList<>(GREEN);
      names.addAll(RED);
      names.addAll(ORDER);
      names.add(RANDOM);
      for (String name : new HashSet<>(names)) {
        Files.writeString(tests.resolve(name + "Test.java"), test(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
    List<String> names = new ArrayList<>(GREEN);
    if (random.nextBoolean()) {
      names.addAll(RED);
    }
    return classes(names);
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
