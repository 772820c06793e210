import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/**
 * Writes a Maven build of many modules, as builds are: chains and wide layers of modules, test jars, several executions,
 * coverage, a module with a JVM for each class, and modules without tests. The same arguments give the same files.
 *
 * <p>Arguments: DIR MODULES CLASSES SEED [plain]. A module has about CLASSES test classes; a class takes 0.02 to 0.3 s. With
 * {@code plain} no module is special, and each has exactly CLASSES test classes.
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
  private final boolean plain;

  private GenerateReactor(Path root, int modules, int classes, long seed, boolean plain) {
    this.root = root;
    this.modules = modules;
    this.classes = classes;
    this.random = new Random(seed);
    this.plain = plain;
  }

  public static void main(String[] arguments) throws IOException {
    new GenerateReactor(
            Path.of(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Long.parseLong(arguments[3]),
            arguments.length > 4 && arguments[4].equals("plain"))
        .write();
  }

  /** What is special about a module: the first ones of each ten are. */
  private enum Kind {
    TEST_JAR,
    TWO_EXECUTIONS,
    FORK_PER_CLASS,
    JACOCO,
    WITHOUT_TESTS,
    OLD_RELEASE,
    PLAIN;

    static Kind of(int module) {
      return module % 10 < PLAIN.ordinal() ? values()[module % 10] : PLAIN;
    }
  }

  private Kind kind(int module) {
    return plain ? Kind.PLAIN : Kind.of(module);
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
                    <plugin>
                      <groupId>org.jacoco</groupId><artifactId>jacoco-maven-plugin</artifactId><version>0.8.13</version>
                    </plugin>
                  </plugins>
                </pluginManagement>
              </build>
            """
                .formatted(all)));
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
    if (below >= 0) {
      dependencies.append(dependency(below, ""));
      if (kind(below) == Kind.TEST_JAR) {
        dependencies.append(dependency(below, "<type>test-jar</type><scope>test</scope>"));
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
                .formatted(name(module), dependencies, build(kind))));
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
    if (kind == Kind.WITHOUT_TESTS) {
      return;
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

  private String dependency(int module, String more) {
    return "    <dependency><groupId>generated</groupId><artifactId>%s</artifactId><version>1</version>%s</dependency>\n"
        .formatted(name(module), more);
  }

  private static String build(Kind kind) {
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
