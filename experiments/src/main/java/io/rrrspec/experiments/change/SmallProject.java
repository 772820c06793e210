package io.rrrspec.experiments.change;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;

/**
 * The project that all green ones begin with. Its tests look at one thing each, and demand that it
 * says {@code green}.
 */
final class SmallProject {
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <!-- parent -->
        <groupId>demo</groupId>
        <artifactId>small</artifactId>
        <version>1</version>
        <properties>
          <check.word>green</check.word>
          <!-- properties -->
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <!-- managed -->
        <dependencies>
          <!-- dependencies -->
          <dependency>
            <groupId>org.junit.jupiter</groupId>
            <artifactId>junit-jupiter</artifactId>
            <version>5.14.4</version>
            <scope>test</scope>
          </dependency>
        </dependencies>
        <build>
          <!-- build -->
          <plugins>
            <plugin>
              <groupId>org.apache.maven.plugins</groupId>
              <artifactId>maven-resources-plugin</artifactId>
              <version>3.3.1</version>
              <!-- resources plugin -->
            </plugin>
            <plugin>
              <groupId>org.apache.maven.plugins</groupId>
              <artifactId>maven-compiler-plugin</artifactId>
              <version>3.14.0</version>
              <configuration>
                <release>17</release>
                <!-- compiler -->
              </configuration>
            </plugin>
            <plugin>
              <groupId>org.apache.maven.plugins</groupId>
              <artifactId>maven-surefire-plugin</artifactId>
              <version>3.5.3</version>
              <configuration>
                <!-- surefire -->
                <argLine>-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dcheck.argument=green
                  -Duser.timezone=UTC -Djava.util.logging.config.file=config/logging.properties</argLine>
                <excludes>
                  <exclude>**/Excluded*</exclude>
                </excludes>
                <excludedGroups>red</excludedGroups>
                <systemPropertyVariables>
                  <check.property>${check.word}</check.property>
                  <check.text>green</check.text>
                  <!-- system properties -->
                </systemPropertyVariables>
                <environmentVariables>
                  <CHECK_POM>green</CHECK_POM>
                </environmentVariables>
              </configuration>
              <!-- executions -->
            </plugin>
            <!-- plugins -->
          </plugins>
        </build>
        <!-- profiles -->
      </project>
      """;

  private static final String CHECK =
      """
      package demo;

      import java.nio.file.*;

      final class Check {
        static void green(String what, String text) {
          if (!text.strip().equals("green")) throw new AssertionError(what + " says " + text);
        }

        static void file(String name) throws Exception {
          green(name, Files.readString(Path.of(name)));
        }

        static void resource(String name) throws Exception {
          try (var in = Check.class.getResourceAsStream("/" + name)) {
            green(name, new String(in.readAllBytes(), "UTF-8"));
          }
        }

        static void missing(String name) {
          if (Check.class.getResource("/" + name) != null) throw new AssertionError(name);
        }
      }
      """;

  private static final String CODE_TEST =
      """
      package demo;

      import org.junit.jupiter.api.*;

      class CodeTest {
        @Test void mainCode() { Check.green("Word", Word.word()); }
        @Test void testCode() { Check.green("here", "green"); }
        @Test void spareClass() throws Exception { Class.forName("demo.Spare"); }
        @Test void classInPackage() throws Exception { Class.forName("demo.inner.Inside"); }
        @Test void noMore() {
          Assertions.assertThrows(
              ClassNotFoundException.class, () -> Class.forName("demo.Surplus"));
        }
        @Test void service() {
          Check.green("service", java.util.ServiceLoader.load(Word.class).iterator().next().tell());
        }
        @Disabled @Test void disabled() { Assertions.fail(); }
        @Tag("red") @Test void tagged() { Assertions.fail(); }
      }
      """;

  private static final String RESOURCE_TEST =
      """
      package demo;

      import org.junit.jupiter.api.*;

      class ResourceTest {
        @Test void main() throws Exception { Check.resource("main.txt"); }
        @Test void test() throws Exception { Check.resource("test.txt"); }
        @Test void hidden() throws Exception { Check.resource(".hidden.txt"); }
        @Test void hiddenDirectory() throws Exception { Check.resource(".dir/deep.txt"); }
        @Test void blanks() throws Exception { Check.resource("a dir/name with blanks.txt"); }
        @Test void umlaut() throws Exception { Check.resource("grUMLAUTn.txt"); }
        @Test void absent() { Check.missing("absent.txt"); }
        @Test void upperCase() { Check.missing("CASE.txt"); }
        @Test void large() throws Exception {
          try (var in = Check.class.getResourceAsStream("/large.bin")) {
            byte[] bytes = in.readAllBytes();
            Assertions.assertEquals('g', bytes[bytes.length - 1]);
          }
        }
      }
      """;

  private static final String FILE_TEST =
      """
      package demo;

      import java.nio.file.*;
      import org.junit.jupiter.api.*;

      class FileTest {
        @Test void data() throws Exception { Check.file("data/a.txt"); Check.file("data/b.txt"); }
        @Test void pair() throws Exception {
          Assertions.assertEquals("1", Files.readString(Path.of("data/one")));
          Assertions.assertEquals("2", Files.readString(Path.of("data/two")));
        }
        @Test void hidden() throws Exception { Check.file("config/.env"); }
        @Test void hiddenDirectory() throws Exception { Check.file(".config/settings"); }
        @Test void out() throws Exception { Check.file("out/x.txt"); }
        @Test void modules() throws Exception { Check.file("node_modules/x.txt"); }
        @Test void build() throws Exception {
          if (Files.exists(Path.of("build/x.txt"))) Check.file("build/x.txt");
        }
        @Test void strange() throws Exception { Check.file("data/a\\nb.txt"); }
        @Test void sourceData() throws Exception { Check.file("src/test/data/x.txt"); }
        @Test void pom() throws Exception {
          Assertions.assertFalse(Files.readString(Path.of("pom.xml")).contains("a remark"));
        }
        @Test void link() throws Exception { Check.file("data/link"); }
        @Test void outerLink() throws Exception { Check.file("data/outer"); }
        @Test void directory() { Assertions.assertTrue(Files.isDirectory(Path.of("data/dir"))); }
        @Test void empty() { Assertions.assertTrue(Files.isDirectory(Path.of("data/empty"))); }
        @Test void absent() { Assertions.assertFalse(Files.exists(Path.of("data/absent"))); }
        @Test void script() throws Exception {
          Process script = new ProcessBuilder("./script.sh").start();
          Check.green("script", new String(script.getInputStream().readAllBytes()));
        }
      }
      """;

  private static final String SETTING_TEST =
      """
      package demo;

      import org.junit.jupiter.api.*;

      class SettingTest {
        @Test void properties() {
          for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith("check.")) Check.green(name, System.getProperty(name));
          }
          Check.green("check.property", System.getProperty("check.property"));
        }
        @Test void variables() {
          System.getenv().forEach((name, value) -> {
            if (name.startsWith("CHECK_")) Check.green(name, value);
          });
          Check.green("CHECK_POM", System.getenv("CHECK_POM"));
        }
        @Test void zone() {
          Assertions.assertEquals("UTC", java.util.TimeZone.getDefault().getID());
        }
        @Test void language() {
          Assertions.assertNotEquals("tr", java.util.Locale.getDefault().getLanguage());
        }
        @Test void logging() {
          Assertions.assertEquals(
              java.util.logging.Level.WARNING, java.util.logging.Logger.getLogger("").getLevel());
        }
        @Test void assertions() { Assertions.assertTrue(Check.class.desiredAssertionStatus()); }
        @Test void java() { Assertions.assertEquals(FEATURE, Runtime.version().feature()); }
        @Test void directory() {
          Assertions.assertTrue(new java.io.File("pom.xml").getAbsoluteFile().exists());
        }
      }
      """;

  private SmallProject() {}

  /** Writes its files. */
  static void write(Site site) {
    String main = "src/main/java/demo/";
    String test = "src/test/java/demo/";
    Tree files = site.sources();
    files.write("pom.xml", POM);
    files.write(
        main + "Word.java",
        """
        package demo;

        public class Word {
          public static String word() { return "green"; }
          public String tell() { return "green"; }
          record Pair(int left, int right) {}
          java.util.List raw;
        }
        """);
    files.write(main + "Spare.java", "package demo; class Spare {}\n");
    files.write(main + "inner/Inside.java", "package demo.inner; class Inside {}\n");
    files.write(
        main + "OtherWord.java",
        "package demo; public class OtherWord extends Word { public String tell() { return"
            + " \"other\"; } }");
    files.write("src/main/resources/META-INF/services/demo.Word", "demo.Word\n");
    files.write("src/main/resources/main.txt", "green");
    files.write(test + "Check.java", CHECK);
    files.write(test + "CodeTest.java", CODE_TEST);
    files.write(
        test + "ResourceTest.java",
        RESOURCE_TEST.replace("UMLAUT", UMLAUT.equals("u") ? "u" : "\\u00fc"));
    files.write(test + "FileTest.java", FILE_TEST);
    files.write(
        test + "SettingTest.java",
        SETTING_TEST.replace("FEATURE", Integer.toString(Runtime.version().feature())));
    files.write(test + "ExcludedTest.java", failing("ExcludedTest"));
    files.write(test + "FailingCheck.java", failing("FailingCheck"));
    writeResources(files);
    writeFiles(files);
    site.shared().write("outer.txt", "green");
  }

  private static void writeResources(Tree files) {
    String resources = "src/test/resources/";
    files.write(
        resources + "junit-platform.properties", "junit.jupiter.conditions.deactivate=none\n");
    for (String name :
        new String[] {
          "test.txt",
          ".hidden.txt",
          ".dir/deep.txt",
          "a dir/name with blanks.txt",
          "gr" + UMLAUT + "n.txt"
        }) {
      files.write(resources + name, "green");
    }
    files.write(resources + "case.txt", "any");
    files.write(resources + "large.bin", "x".repeat(300_000) + "g");
  }

  private static void writeFiles(Tree files) {
    for (String name :
        new String[] {
          "data/a.txt",
          "data/b.txt",
          "data/a\nb.txt",
          "data/dir/x.txt",
          "config/.env",
          ".config/settings",
          "out/x.txt",
          "node_modules/x.txt",
          "build/x.txt",
          "src/test/data/x.txt"
        }) {
      files.write(name, "green");
    }
    files.write("data/red.txt", "other");
    files.write("data/one", "1");
    files.write("data/two", "2");
    // So that two files can change their names without a change of their stamps.
    files.each("data/one", file -> Files.setLastModifiedTime(file, LONG_AGO));
    files.each("data/two", file -> Files.setLastModifiedTime(file, LONG_AGO));
    files.directory("data/empty");
    files.link("data/link", "a.txt");
    files.link("data/outer", "../../shared/outer.txt");
    files.write("script.sh", "#!/bin/sh\necho green\n").executable("script.sh", true);
    files.write("config/logging.properties", ".level=WARNING\n");
  }

  /** Not every locale that this may run in can write it. */
  static final String UMLAUT =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"))
              .newEncoder()
              .canEncode('\u00fc')
          ? "\u00fc"
          : "u";

  /** A time that nothing else has. */
  static final FileTime LONG_AGO = FileTime.fromMillis(1_600_000_000_000L);

  /** A test class that fails. */
  static String failing(String name) {
    return "package demo; class "
        + name
        + " { @org.junit.jupiter.api.Test void fails() { throw new AssertionError(); } }";
  }
}
