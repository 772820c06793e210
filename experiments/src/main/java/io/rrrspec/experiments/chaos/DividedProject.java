package io.rrrspec.experiments.chaos;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.SplitRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A Maven project of classes with several tests, which can run in parts. */
final class DividedProject {
  /** Its tests pass, in parts and as a whole. */
  private static final List<Wide> WIDE =
      List.of(
          new Wide("Wide1", 6),
          new Wide("Wide2", 4),
          new Wide("Wide3", 5),
          // Cannot be divided: a slave sees that.
          new Wide("Ordered1", 4),
          // Has another number of tests than its record says.
          new Wide("Old1", 4),
          // One of its tests fails the first time.
          new Wide("Torn1", 4),
          // One of its tests always fails.
          new Wide("Half1", 3),
          // One of its tests ends the JVM.
          new Wide("Halt1", 3));

  private static final String SUPPORT =
      """
      package chaos;

      import java.nio.file.*;
      import org.junit.jupiter.api.Assertions;

      final class Known {
        static void test(String name, int number) throws Exception {
          Path state = Path.of(System.getenv("CHAOS_STATE"));
          String token = System.getenv("CHAOS_RUN") + "-" + name;
          String test = token + "#m" + number;
          Thread.sleep(50 + (test.hashCode() & 0xff));
          boolean good = !(name.startsWith("Half") && number == 1);
          if (name.startsWith("Torn") && number == 2) {
            try {
              Files.createDirectory(state.resolve("once").resolve(token));
              good = false;
            } catch (FileAlreadyExistsException second) {
              good = true;
            }
          } else if (name.startsWith("Halt") && number == 3) {
            Runtime.getRuntime().halt(9);
          }
          int code = good ? 0 : 1;
          Files.writeString(
              state.resolve("ledger"),
              "end " + test + " " + code + "\\nend " + token + " " + code + "\\n",
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
          Assertions.assertTrue(good);
        }
      }
      """;

  /**
   * A class.
   *
   * @param name without package and {@code Test}
   * @param tests how many tests it has, named {@code m1} and so on
   */
  record Wide(String name, int tests) {
    String specFile() {
      return "chaos." + name + "Test";
    }

    Duration estimate() {
      return Duration.ofMillis(200L * tests);
    }

    /** In two or three parts, whose tests are drawn. */
    SplitRequest split(Random random) {
      List<String> methods = new ArrayList<>();
      IntStream.rangeClosed(1, tests).forEach(n -> methods.add("#m" + n));
      Collections.shuffle(methods, random);
      int count = 2 + random.nextInt(2);
      List<SplitRequest.Part> parts = new ArrayList<>();
      List<String> named = new ArrayList<>();
      for (int n = 1; n <= count; n++) {
        List<String> own = methods.subList((n - 1) * tests / count, n * tests / count);
        boolean rest = n == count;
        ClassPart part = new ClassPart(n, count, rest, rest ? named : own);
        parts.add(new SplitRequest.Part(Duration.ofMillis(200L * own.size()), part));
        named.addAll(own);
      }
      boolean old = name.startsWith("Old");
      return new SplitRequest(parts, old ? tests + 1 : tests, 0, null);
    }

    private String source() {
      StringBuilder source = new StringBuilder("package chaos; import org.junit.jupiter.api.*;\n");
      if (name.startsWith("Ordered")) {
        source.append("@TestMethodOrder(MethodOrderer.MethodName.class)\n");
      }
      source.append("class ").append(name).append("Test {\n");
      for (int n = 1; n <= tests; n++) {
        source.append(
            String.format(
                "  @Test void m%1$d() throws Exception { Known.test(\"%2$s\", %1$d); }%n",
                n, name));
      }
      return source.append("}\n").toString();
    }
  }

  private DividedProject() {}

  /** The classes of one run; half of the runs are green. */
  static List<Wide> draw(Random random) {
    boolean green = random.nextBoolean();
    return WIDE.stream().filter(wide -> !green || !wide.name().startsWith("Ha")).toList();
  }

  /** The names of the tests of a class; empty if it is none of these. */
  static SortedSet<String> tests(String specFile) {
    SortedSet<String> tests = new TreeSet<>();
    WIDE.stream()
        .filter(wide -> wide.specFile().equals(specFile))
        .forEach(wide -> IntStream.rangeClosed(1, wide.tests()).forEach(n -> tests.add("m" + n)));
    return tests;
  }

  /** Writes it, once: workers may be fetching it. */
  static void install(Path sources) {
    Path pom = sources.resolve("pom.xml");
    if (Files.exists(pom)) {
      return;
    }
    try {
      Path tests = Files.createDirectories(sources.resolve("src/test/java/chaos"));
      Files.writeString(tests.resolve("Known.java"), SUPPORT);
      for (Wide wide : WIDE) {
        Files.writeString(tests.resolve(wide.name() + "Test.java"), wide.source());
      }
      Files.writeString(pom, JUnitProject.pom(""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
