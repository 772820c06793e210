import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Writes a Maven build of many modules, as builds are: chains and wide layers of modules, test jars, several executions,
 * coverage, a module with a JVM for each class, and modules without tests. The same arguments give the same files.
 *
 * <p>Arguments: DIR MODULES CLASSES SEED [packaged] [broken] [plain]. A module has about CLASSES test classes; a class takes 0.02
 * to 0.3 s. With <code>packaged</code> some modules have a shaded jar or one with a classifier, and tests of others pass
 * only with these: <code>mvn test</code> is red, <code>mvn package</code> green. With <code>broken</code> one module does
 * not compile, so that those above it cannot be built either. With
 * <code>plain</code> no module is special, and each has exactly CLASSES test classes.
 */
final class GenerateReactor {
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
      %s</project>
      """;

  private final Path root;
  private final int modules;
  private final int classes;
  private final Random random;
  private final boolean packaged;
  private final boolean plain;

  /** The module that does not compile; -1: none. */
  private final int broken;

  private GenerateReactor(Path root, int modules, int classes, long seed, Set<String> options) {
    this.root = root;
    this.modules = modules;
    this.classes = classes;
    this.random = new Random(seed);
    this.packaged = options.contains("packaged");
    this.broken = options.contains("broken") ? Math.max(0, modules / 2 - 1) : -1;
    this.plain = options.contains("plain");
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 4) {
      usage("arguments are missing");
    }
    List<String> options = List.of(arguments).subList(4, arguments.length);
    for (String option : options) {
      if (!Set.of("packaged", "broken", "plain").contains(option)) {
        usage("'" + option + "' is not known");
      }
    }
    new GenerateReactor(
            Path.of(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Long.parseLong(arguments[3]),
            Set.copyOf(options))
        .write();
  }

  private static void usage(String what) {
    System.err.println(what + ": write DIR MODULES CLASSES SEED [packaged] [broken] [plain]");
    System.exit(2);
  }

  /** What is special about a module: the first ones of each ten are. */
  private enum Kind {
    TEST_JAR,
    TWO_EXECUTIONS,
    FORK_PER_CLASS,
    JACOCO,
    WITHOUT_TESTS,
    OLD_RELEASE,
    SHADED,
    CLASSIFIER,
    PLAIN
  }

  private Kind kind(int module) {
    if (plain) {
      return Kind.PLAIN;
    }
    int special = packaged ? Kind.PLAIN.ordinal() : Kind.SHADED.ordinal();
    return module % 10 < special ? Kind.values()[module % 10] : Kind.PLAIN;
  }

  /** The modules that a module needs besides the one that chance has chosen. */
  private List<Integer> alsoBelow(int module) {
    List<Integer> also = new ArrayList<>();
    if (packaged && module % 10 == Kind.PLAIN.ordinal()) {
      also.add(module - 2);
      also.add(module - 1);
    }
    if (broken >= 0 && module == broken + 1) {
      also.add(broken);
    }
    return also;
  }

  private void write() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int module = 0; module < modules; module++) {
      all.append("    <module>").append(dir(module)).append("</module>\n");
    }
    put(
        root.resolve("pom.xml"),
        POM.formatted(
            """
              <groupId>generated</groupId>
              <artifactId>root</artifactId>
              <version>1</version>
              <packaging>pom</packaging>
              <modules>
            %s  </modules>
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
                <pluginManagement>
                  <plugins>
                    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.3</version></plugin>
                    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.0</version></plugin>
                    <plugin><artifactId>maven-jar-plugin</artifactId><version>3.4.2</version></plugin>
            %s        <plugin>
                      <groupId>org.jacoco</groupId><artifactId>jacoco-maven-plugin</artifactId><version>0.8.13</version>
                    </plugin>
                  </plugins>
                </pluginManagement>
              </build>
            """
                .formatted(
                    all,
                    packaged
                        ? "        <plugin><artifactId>maven-shade-plugin</artifactId><version>3.6.0</version></plugin>\n"
                        : "")));
    for (int module = 0; module < modules; module++) {
      write(module, kind(module));
    }
  }

  private String dir(int module) {
    return (module % 3 == 0 ? "libs/" : "services/") + name(module);
  }

  private static String name(int module) {
    return "m%03d".formatted(module);
  }

  private void write(int module, Kind kind) throws IOException {
    Path dir = root.resolve(dir(module));
    StringBuilder dependencies = new StringBuilder();
    // One of the ten before it: chains of a few modules, and wide layers.
    int below = module == 0 ? -1 : Math.max(0, module - 1 - random.nextInt(10));
    Set<Integer> allBelow = new LinkedHashSet<>();
    if (below >= 0) {
      allBelow.add(below);
    }
    allBelow.addAll(alsoBelow(module));
    for (int one : allBelow) {
      dependencies.append(dependency(one, ""));
      if (kind(one) == Kind.TEST_JAR) {
        dependencies.append(dependency(one, "<type>test-jar</type><scope>test</scope>"));
      }
      if (kind(one) == Kind.CLASSIFIER) {
        dependencies.append(dependency(one, "<classifier>extra</classifier>"));
      }
    }
    put(
        dir.resolve("pom.xml"),
        POM.formatted(
            """
              <parent>
                <groupId>generated</groupId><artifactId>root</artifactId><version>1</version>
                <relativePath>../../pom.xml</relativePath>
              </parent>
              <artifactId>%s</artifactId>
              <dependencies>
            %s  </dependencies>
            %s"""
                .formatted(name(module), dependencies, build(kind, module, below))));
    String pack = "generated." + name(module);
    put(
        dir.resolve("src/main/java/generated/" + name(module) + "/Sum.java"),
        """
        package %s;

        public final class Sum {
          public static int of(int a, int b) {
            return %s;
          }
        }
        """
            .formatted(
                pack, below < 0 ? "a + b" : "generated." + name(below) + ".Sum.of(a, b)"));
    if (module == broken) {
      put(
          dir.resolve("src/main/java/generated/" + name(module) + "/Broken.java"),
          "package " + pack + ";\n\nfinal class Broken {\n  int number = \"text\";\n}\n");
    }
    if (kind == Kind.SHADED) {
      put(
          dir.resolve("src/main/java/generated/" + name(module) + "/Source.java"),
          """
          package %s;

          public final class Source {
            public static String name() {
              return generated.%s.Sum.class.getName();
            }
          }
          """
              .formatted(pack, name(below)));
    }
    if (kind == Kind.CLASSIFIER) {
      put(dir.resolve("src/extra/generated/" + name(module) + "/extra.txt"), "extra\n");
    }
    if (kind == Kind.WITHOUT_TESTS) {
      return;
    }
    for (int one : allBelow) {
      writeTestOfPackage(dir, module, one);
    }
    int count =
        plain ? classes : Math.max(1, (int) Math.round(classes * Math.exp(random.nextGaussian() * 0.7)));
    for (int number = 0; number < count; number++) {
      String name = "Case%03dTest".formatted(number);
      put(
          dir.resolve("src/test/java/generated/" + name(module) + "/" + name + ".java"),
          """
          package %s;

          import static org.junit.jupiter.api.Assertions.assertEquals;

          import org.junit.jupiter.api.Test;
          import org.junit.jupiter.params.ParameterizedTest;
          import org.junit.jupiter.params.provider.ValueSource;

          class %s {
            @Test
            void adds() throws Exception {
              Thread.sleep(%d);
              assertEquals(3, Sum.of(1, 2));
            }

            @ParameterizedTest
            @ValueSource(ints = {1, 2, 3})
            void addsNothing(int value) {
              assertEquals(value, Sum.of(value, 0));
            }

            @Test
            void runsInItsModule() {
              assertEquals("%s", java.nio.file.Path.of("").toAbsolutePath().getFileName().toString());
            }
          }
          """
              .formatted(pack, name, 20 + (int) (280 * Math.pow(random.nextDouble(), 3)), name(module)));
    }
  }

  /** A test that passes only with the artifact of another module, not with its directory of classes. */
  private void writeTestOfPackage(Path dir, int module, int below) throws IOException {
    String assertion =
        switch (kind(below)) {
          case SHADED ->
              "assertTrue(generated.%s.Source.name().startsWith(\"generated.%s.shaded.\"))"
                  .formatted(name(below), name(below));
          case CLASSIFIER ->
              "assertTrue(getClass().getResource(\"/generated/%s/extra.txt\") != null)"
                  .formatted(name(below));
          default -> "";
        };
    if (assertion.isEmpty()) {
      return;
    }
    String name = "Needs" + name(below).toUpperCase(Locale.ROOT) + "Test";
    put(
        dir.resolve("src/test/java/generated/" + name(module) + "/" + name + ".java"),
        """
        package generated.%s;

        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.api.Test;

        class %s {
          @Test
          void seesTheArtifact() {
            %s;
          }
        }
        """
            .formatted(name(module), name, assertion));
  }

  private String dependency(int module, String more) {
    return "    <dependency><groupId>generated</groupId><artifactId>%s</artifactId><version>1</version>%s</dependency>\n"
        .formatted(name(module), more);
  }

  private static String build(Kind kind, int module, int below) {
    String plugins =
        switch (kind) {
          case TEST_JAR ->
              plugin("maven-jar-plugin", "<executions><execution><goals><goal>test-jar</goal></goals></execution></executions>");
          case TWO_EXECUTIONS ->
              plugin(
                  "maven-surefire-plugin",
                  "<executions><execution><id>again</id><goals><goal>test</goal></goals><configuration>"
                      + "<systemPropertyVariables><mode>again</mode></systemPropertyVariables>"
                      + "<reportNameSuffix>again</reportNameSuffix>"
                      + "</configuration></execution></executions>");
          case FORK_PER_CLASS ->
              plugin("maven-surefire-plugin", "<configuration><reuseForks>false</reuseForks></configuration>");
          case JACOCO ->
              "<plugin><groupId>org.jacoco</groupId><artifactId>jacoco-maven-plugin</artifactId><executions><execution>"
                  + "<goals><goal>prepare-agent</goal></goals></execution></executions></plugin>";
          case SHADED ->
              plugin(
                  "maven-shade-plugin",
                  "<executions><execution><phase>package</phase><goals><goal>shade</goal></goals><configuration>"
                      + "<artifactSet><includes><include>generated:%1$s</include></includes></artifactSet>"
                          .formatted(name(below))
                      + "<relocations><relocation><pattern>generated.%1$s</pattern>"
                          .formatted(name(below))
                      + "<shadedPattern>generated.%2$s.shaded.%1$s</shadedPattern></relocation></relocations>"
                          .formatted(name(below), name(module))
                      + "</configuration></execution></executions>");
          case CLASSIFIER ->
              plugin(
                  "maven-jar-plugin",
                  "<executions><execution><id>extra</id><phase>package</phase><goals><goal>jar</goal></goals>"
                      + "<configuration><classifier>extra</classifier>"
                      + "<classesDirectory>src/extra</classesDirectory></configuration></execution></executions>");
          case WITHOUT_TESTS, OLD_RELEASE, PLAIN -> "";
        };
    String properties =
        kind == Kind.OLD_RELEASE
            ? "  <properties><maven.compiler.release>11</maven.compiler.release></properties>\n"
            : "";
    return properties
        + (plugins.isEmpty() ? "" : "  <build><plugins>%s</plugins></build>\n".formatted(plugins));
  }

  private static String plugin(String name, String rest) {
    return String.format(Locale.ROOT, "<plugin><artifactId>%s</artifactId>%s</plugin>", name, rest);
  }

  private static void put(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
