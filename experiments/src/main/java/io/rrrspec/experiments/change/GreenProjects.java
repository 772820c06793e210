package io.rrrspec.experiments.change;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The green projects. What could keep prepare from ever being skipped is in one of its own. */
final class GreenProjects {
  static final GreenProject SMALL = new GreenProject("small", site -> {});

  /** Has profiles, Maven's own files and values from the environment. */
  static final GreenProject SETTINGS = new GreenProject("settings", GreenProjects::settings);

  /** Has resources that Maven fills in. */
  static final GreenProject FILTERED = new GreenProject("filtered", GreenProjects::filtered);

  /** Has files of Surefire's inside of the project. */
  static final GreenProject LISTED =
      new GreenProject("listed", site -> listed(site, "config", site.sources()));

  /** Has files of Surefire's beside the project. */
  static final GreenProject LISTED_OUTSIDE =
      new GreenProject(
          "listed-outside", site -> listed(site, "../shared", new Tree(site.sharedRoots())));

  /** Has resources and files beside the project. */
  static final GreenProject SHARED = new GreenProject("shared", GreenProjects::shared);

  /** Has resource directories with names that tools like to leave out. */
  static final GreenProject ODD_PLACES = new GreenProject("odd-places", GreenProjects::oddPlaces);

  /** Has a parent beside it, which has one itself. */
  static final GreenProject PARENTS = new GreenProject("parents", GreenProjects::parents);

  /** Has a snapshot from the local repository as parent. */
  static final GreenProject SNAPSHOT_PARENT =
      new GreenProject("snapshot-parent", GreenProjects::snapshotParent);

  /** Takes versions from a snapshot in the local repository. */
  static final GreenProject MANAGED = new GreenProject("managed", GreenProjects::managed);

  /** Depends on a snapshot in the local repository. */
  static final GreenProject SNAPSHOT = new GreenProject("snapshot", GreenProjects::snapshot);

  /** Depends on jars that lie in the project and beside it. */
  static final GreenProject JARS = new GreenProject("jars", GreenProjects::jars);

  /** Takes its JVM from toolchains.xml. */
  static final GreenProject TOOLCHAIN = new GreenProject("toolchain", GreenProjects::toolchain);

  /** Is a checkout of Git. */
  static final GreenProject CHECKOUT = new GreenProject("checkout", GreenProjects::checkout);

  /** Has a link to a directory. */
  static final GreenProject LINKED = new GreenProject("linked", GreenProjects::linked);

  /** Has two executions of Surefire. */
  static final GreenProject EXECUTIONS = new GreenProject("executions", GreenProjects::executions);

  /** Generates sources, by a plugin and by an annotation processor. */
  static final GreenProject GENERATED = new GreenProject("generated", GreenProjects::generated);

  /** Has much of all that, for decisions about single files. */
  static final GreenProject EVERYTHING = new GreenProject("everything", GreenProjects::everything);

  private GreenProjects() {}

  private static void more(Site site, String place, String xml) {
    String mark = "<!-- " + place + " -->";
    site.sources().replace("pom.xml", mark, xml + mark);
  }

  private static String property(String name) {
    return "<" + name + ">${" + name + "}</" + name + ">";
  }

  private static String dependency(String artifact, String version) {
    return "<dependency><groupId>demo</groupId><artifactId>"
        + artifact
        + "</artifactId><version>"
        + version
        + "</version></dependency>";
  }

  /** A test that reads the text of the library. */
  private static void libraryTest(Site site, String name) {
    site.sources()
        .write(
            "src/test/java/demo/" + name + "Test.java",
            "package demo; class %1$sTest { @org.junit.jupiter.api.Test void word() {"
                    .formatted(name)
                + " Check.green(\"%1$s\", lib.%1$s.WORD); } }".formatted(name));
  }

  private static void resourceTest(Site site, String className, String... resources) {
    StringBuilder tests = new StringBuilder();
    for (String resource : resources) {
      tests.append(" Check.resource(\"").append(resource).append("\");");
    }
    site.sources()
        .write(
            "src/test/java/demo/" + className + ".java",
            "package demo; class "
                + className
                + " { @org.junit.jupiter.api.Test void words() throws Exception {"
                + tests
                + " } }");
  }

  private static void settings(Site site) {
    more(
        site,
        "system properties",
        "<check.variable>${env.OUTSIDE_WORD}</check.variable>"
            + property("check.jvm")
            + property("check.settings")
            + property("check.options")
            + property("check.rc"));
    String profile =
        "<profile><id>%s</id><activation>%s</activation><properties>"
            + "<check.word>%1$s</check.word></properties></profile>";
    more(
        site,
        "profiles",
        "<profiles>"
            + profile.formatted("there", "<file><exists>${basedir}/red.flag</exists></file>")
            + profile.formatted("gone", "<file><missing>${basedir}/green.flag</missing></file>")
            + profile.formatted(
                "outside", "<file><exists>${basedir}/../shared/red.flag</exists></file>")
            + profile.formatted(
                "property", "<property><name>wish</name><value>red</value></property>")
            + profile.formatted("variable", "<property><name>env.OUTSIDE_WISH</name></property>")
            + profile.formatted("jdk", "<jdk>[" + (Runtime.version().feature() + 1) + ",)</jdk>")
            + "</profiles>");
    site.sources().write("green.flag", "");
    site.sources().write(".mvn/maven.config", "-Dcheck.config=green\n-Dwish=none\n");
    site.sources().write(".mvn/jvm.config", "-Dcheck.jvm=green\n");
    site.home().write(".mavenrc", "MAVEN_OPTS=\"$MAVEN_OPTS -Dcheck.rc=green\"\n");
    site.home()
        .write(
            ".m2/settings.xml",
            site.settings(
                "<profiles><profile><id>mine</id><properties><check.settings>green</check.settings>"
                    + "</properties></profile><profile><id>other</id><properties>"
                    + "<check.settings>other</check.settings></properties></profile></profiles>"
                    + "<activeProfiles><activeProfile>mine</activeProfile></activeProfiles>"));
    site.variable("OUTSIDE_WORD", "green");
    site.variable("CHECK_OUTSIDE", "green");
    site.option("-Dcheck.options=green");
  }

  private static void filtered(Site site) {
    more(
        site,
        "build",
        "<filters><filter>config/words.properties</filter>"
            + "<filter>../shared/words.properties</filter></filters><testResources>"
            + "<testResource><directory>src/test/resources</directory></testResource>"
            + "<testResource><directory>src/test/filtered</directory><filtering>true</filtering>"
            + "</testResource></testResources>");
    Tree files = site.sources();
    files.write("config/words.properties", "word.inside=green\n");
    site.shared().write("words.properties", "word.outside=green\n");
    files.write("src/test/filtered/property.txt", "${check.word}");
    files.write("src/test/filtered/inside.txt", "${word.inside}");
    files.write("src/test/filtered/outside.txt", "${word.outside}");
    files.write("src/test/filtered/variable.txt", "${env.OUTSIDE_WORD}");
    site.variable("OUTSIDE_WORD", "green");
    resourceTest(site, "FilteredTest", "property.txt", "inside.txt", "outside.txt", "variable.txt");
  }

  private static void listed(Site site, String dir, Tree files) {
    String in = dir.equals("config") ? "config/" : "";
    more(
        site,
        "surefire",
        "<includesFile>%1$s/includes</includesFile><excludesFile>%1$s/excludes</excludesFile>"
                .formatted(dir)
            + "<systemPropertiesFile>%s/system.properties</systemPropertiesFile>".formatted(dir));
    files.write(in + "includes", "**/*Test.java\n");
    files.write(in + "excludes", "**/Forbidden*\n");
    files.write(in + "system.properties", "check.file=green\n");
    site.sources()
        .write("src/test/java/demo/ForbiddenTest.java", SmallProject.failing("ForbiddenTest"));
  }

  private static void everything(Site site) {
    oddPlaces(site);
    site.sources()
        .replace(
            "pom.xml",
            "</testResources>",
            "<testResource><directory>../shared/resources</directory></testResource>"
                + "</testResources>");
    site.shared().write("resources/shared.txt", "green").write("resources/in/deep.txt", "green");
    parents(site);
    jars(site);
    snapshot(site);
    site.sources().write(".mvn/maven.config", "-Dcheck.config=green\n");
  }

  private static void shared(Site site) {
    more(
        site,
        "build",
        "<testResources><testResource><directory>src/test/resources</directory></testResource>"
            + "<testResource><directory>../shared/resources</directory></testResource>"
            + "</testResources>");
    more(site, "system properties", "<place>${basedir}/../shared/read.txt</place>");
    site.shared().write("resources/shared.txt", "green").write("read.txt", "green");
    resourceTest(site, "SharedTest", "shared.txt");
    site.sources()
        .write(
            "src/test/java/demo/PlaceTest.java",
            "package demo; class PlaceTest { @org.junit.jupiter.api.Test void place() throws"
                + " Exception { Check.file(System.getProperty(\"place\")); } }");
  }

  private static void oddPlaces(Site site) {
    StringBuilder directories =
        new StringBuilder("<testResource><directory>src/test/resources</directory></testResource>");
    String[] places = {"config", ".config", "out", "node_modules", "src/build", "src/target"};
    String[] resources = new String[places.length];
    for (int i = 0; i < places.length; i++) {
      directories
          .append("<testResource><directory>")
          .append(places[i])
          .append("</directory></testResource>");
      resources[i] = "odd" + i + ".txt";
      site.sources().write(places[i] + "/" + resources[i], "green");
    }
    site.sources().write("config/.hidden/odd.txt", "green");
    more(site, "build", "<testResources>" + directories + "</testResources>");
    resourceTest(site, "OddTest", resources);
    resourceTest(site, "OddHiddenTest", ".hidden/odd.txt");
  }

  private static void parents(Site site) {
    more(
        site,
        "parent",
        "<parent><groupId>demo</groupId><artifactId>parent</artifactId><version>1</version>"
            + "<relativePath>../shared/parent/pom.xml</relativePath></parent>");
    more(site, "system properties", property("check.parent") + property("check.grandparent"));
    site.shared()
        .write(
            "parent/pom.xml",
            Jars.pom(
                "parent",
                "1",
                "<packaging>pom</packaging><parent><groupId>demo</groupId><artifactId>grandparent"
                    + "</artifactId><version>1</version></parent><properties>"
                    + "<check.parent>green</check.parent></properties>"))
        .write(
            "pom.xml",
            Jars.pom(
                "grandparent",
                "1",
                "<packaging>pom</packaging><properties>"
                    + "<check.grandparent>green</check.grandparent></properties>"));
  }

  static String snapshotParentPom(String word) {
    return Jars.pom(
        "parent",
        "1-SNAPSHOT",
        "<packaging>pom</packaging><properties><check.parent>"
            + word
            + "</check.parent></properties>");
  }

  private static void snapshotParent(Site site) {
    more(
        site,
        "parent",
        "<parent><groupId>demo</groupId><artifactId>parent</artifactId>"
            + "<version>1-SNAPSHOT</version><relativePath/></parent>");
    more(site, "system properties", property("check.parent"));
    site.artifacts().write("parent/1-SNAPSHOT/parent-1-SNAPSHOT.pom", snapshotParentPom("green"));
  }

  static String managedPom(String version) {
    return Jars.pom(
        "managed",
        "1-SNAPSHOT",
        "<packaging>pom</packaging><dependencyManagement><dependencies>"
            + dependency("lib", version)
            + "</dependencies></dependencyManagement>");
  }

  private static void library(Site site, String version, String word) {
    site.artifacts()
        .write("lib/%1$s/lib-%1$s.jar".formatted(version), Jars.library("Library", word))
        .write("lib/%1$s/lib-%1$s.pom".formatted(version), Jars.pom("lib", version, ""));
  }

  private static void managed(Site site) {
    more(
        site,
        "managed",
        "<dependencyManagement><dependencies><dependency><groupId>demo</groupId>"
            + "<artifactId>managed</artifactId><version>1-SNAPSHOT</version><type>pom</type>"
            + "<scope>import</scope></dependency></dependencies></dependencyManagement>");
    more(
        site,
        "dependencies",
        "<dependency><groupId>demo</groupId><artifactId>lib</artifactId></dependency>");
    site.artifacts().write("managed/1-SNAPSHOT/managed-1-SNAPSHOT.pom", managedPom("1"));
    library(site, "1", "green");
    library(site, "2", "other");
    libraryTest(site, "Library");
  }

  private static void snapshot(Site site) {
    more(site, "dependencies", dependency("lib", "1-SNAPSHOT") + dependency("words", "1-SNAPSHOT"));
    library(site, "1-SNAPSHOT", "green");
    site.artifacts()
        .write("words/1-SNAPSHOT/words-1-SNAPSHOT.jar", Jars.text("words.txt", "green"))
        .write("words/1-SNAPSHOT/words-1-SNAPSHOT.pom", Jars.pom("words", "1-SNAPSHOT", ""));
    // A second version of one that is no snapshot, for a change of the version in the pom.
    more(site, "dependencies", dependency("other", "1"));
    for (String version : new String[] {"1", "2"}) {
      site.artifacts()
          .write(
              "other/%1$s/other-%1$s.jar".formatted(version),
              Jars.library("Other", version.equals("1") ? "green" : "other"))
          .write("other/%1$s/other-%1$s.pom".formatted(version), Jars.pom("other", version, ""));
    }
    libraryTest(site, "Library");
    libraryTest(site, "Other");
    resourceTest(site, "WordsTest", "words.txt");
  }

  private static void jars(Site site) {
    String system =
        "<dependency><groupId>demo</groupId><artifactId>%s</artifactId><version>1</version>"
            + "<scope>system</scope><systemPath>${basedir}/%s</systemPath></dependency>";
    more(
        site,
        "dependencies",
        system.formatted("inside", "lib/inside.jar")
            + system.formatted("outside", "../shared/outside.jar"));
    more(
        site,
        "surefire",
        "<additionalClasspathElements><additionalClasspathElement>lib/extra.jar"
            + "</additionalClasspathElement></additionalClasspathElements>");
    site.sources().write("lib/inside.jar", Jars.library("Inside", "green"));
    site.shared().write("outside.jar", Jars.library("Outside", "green"));
    site.sources().write("lib/extra.jar", Jars.text("extra.txt", "green"));
    libraryTest(site, "Inside");
    libraryTest(site, "Outside");
    resourceTest(site, "ExtraTest", "extra.txt");
  }

  static String toolchains(String jdk) {
    return "<toolchains><toolchain><type>jdk</type><provides><version>17</version></provides>"
        + "<configuration><jdkHome>"
        + jdk
        + "</jdkHome></configuration></toolchain></toolchains>";
  }

  private static void toolchain(Site site) {
    more(site, "surefire", "<jdkToolchain><version>17</version></jdkToolchain>");
    site.home().write(".m2/toolchains.xml", toolchains(System.getProperty("java.home", "")));
  }

  private static void checkout(Site site) {
    site.sources().write(".gitignore", "local.txt\ntarget/\n.rrrspec/\n");
    site.sources()
        .write(
            "src/test/java/demo/CheckoutTest.java",
            """
            package demo;

            import java.nio.file.*;
            import org.junit.jupiter.api.*;

            class CheckoutTest {
              @Test void ignored() throws Exception {
                if (Files.exists(Path.of("local.txt"))) Check.file("local.txt");
              }
              @Test void tracked() throws Exception { Check.file("tracked.txt"); }
              @Test void branch() throws Exception {
                if (Files.exists(Path.of(".git"))) {
                  Check.green("HEAD", Files.readString(Path.of(".git/HEAD")).replaceAll(".*/", ""));
                }
              }
            }
            """);
    site.sources().write("local.txt", "green");
    site.sources().write("tracked.txt", "green");
    site.sources()
        .each(
            ".",
            dir -> {
              git(dir.toFile(), "init", "-q", "-b", "green", ".");
              git(dir.toFile(), "add", ".");
            });
  }

  private static void git(File dir, String... arguments) throws IOException {
    String[] command = new String[arguments.length + 1];
    command[0] = "git";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process git = new ProcessBuilder(command).directory(dir).inheritIO().start();
    if (git.onExit().join().exitValue() != 0) {
      throw new IOException("git fails in " + dir);
    }
  }

  private static void linked(Site site) {
    more(
        site,
        "build",
        "<testResources><testResource><directory>src/test/resources</directory></testResource>"
            + "<testResource><directory>linked</directory></testResource></testResources>");
    site.sources().write("behind/linked.txt", "green");
    site.sources().link("linked", "behind");
    resourceTest(site, "LinkedTest", "linked.txt");
  }

  private static void executions(Site site) {
    more(
        site,
        "executions",
        "<executions><execution><id>default-test</id><configuration>"
            + "<excludedGroups>red,late,it</excludedGroups></configuration></execution>"
            + "<execution><id>it</id><phase>test</phase><goals><goal>test</goal></goals>"
            + "<configuration><groups>it</groups><excludedGroups>broken</excludedGroups>"
            + "</configuration></execution></executions>");
    site.sources()
        .write(
            "src/test/java/demo/SecondTest.java",
            """
            package demo;

            import org.junit.jupiter.api.*;

            class SecondTest {
              @Test void first() {}
              @Tag("it") @Test void word() { Check.green("it", "green"); }
              @Tag("it") @Tag("broken") @Test void broken() { Assertions.fail(); }
              @Tag("late") @Test void late() { Assertions.fail(); }
            }
            """);
  }

  /** A class that is copied to the sources. */
  static String template(String name, String word) {
    return "package demo; class %s { static final String WORD = \"%s\"; }".formatted(name, word);
  }

  /** An annotation processor that makes a class with this word. */
  static byte[] processor(String word) {
    Map<String, byte[]> files =
        new TreeMap<>(
            Jars.compiled(
                "make/Maker.java",
                """
                package make;

                import java.util.Set;
                import javax.annotation.processing.*;
                import javax.lang.model.element.TypeElement;

                @SupportedAnnotationTypes("*")
                public class Maker extends AbstractProcessor {
                  private boolean done;

                  @Override public javax.lang.model.SourceVersion getSupportedSourceVersion() {
                    return javax.lang.model.SourceVersion.latest();
                  }

                  @Override public boolean process(
                      Set<? extends TypeElement> types, RoundEnvironment round) {
                    if (done) return false;
                    done = true;
                    try (var out = processingEnv.getFiler()
                        .createSourceFile("demo.Processed" + kind()).openWriter()) {
                      out.write("package demo; public class Processed" + kind()
                          + " { public static String word() { return \\"WORD\\"; } }");
                    } catch (java.io.IOException e) {
                      throw new RuntimeException(e);
                    }
                    return false;
                  }

                  private String kind() {
                    return processingEnv.getElementUtils().getTypeElement("demo.CodeTest") == null
                        ? "Main" : "Test";
                  }
                }
                """
                    .replace("WORD", word)));
    files.put(
        "META-INF/services/javax.annotation.processing.Processor",
        "make.Maker\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return Jars.jar(files);
  }

  private static void generated(Site site) {
    more(
        site,
        "compiler",
        "<annotationProcessorPaths><path><groupId>demo</groupId><artifactId>maker</artifactId>"
            + "<version>1-SNAPSHOT</version></path></annotationProcessorPaths>");
    more(
        site,
        "resources plugin",
        "<executions><execution><id>generate</id><phase>generate-test-sources</phase><goals>"
            + "<goal>copy-resources</goal></goals><configuration><outputDirectory>"
            + "target/tests</outputDirectory><resources>"
            + "<resource><directory>src/test/java</directory></resource>"
            + "<resource><directory>templates</directory></resource>"
            + "<resource><directory>../shared/templates</directory></resource>"
            + "</resources></configuration></execution></executions>");
    more(site, "build", "<testSourceDirectory>target/tests</testSourceDirectory>");
    site.artifacts()
        .write("maker/1-SNAPSHOT/maker-1-SNAPSHOT.jar", processor("green"))
        .write("maker/1-SNAPSHOT/maker-1-SNAPSHOT.pom", Jars.pom("maker", "1-SNAPSHOT", ""));
    site.sources().write("templates/demo/Made.java", template("Made", "green"));
    site.shared().write("templates/demo/Other.java", template("Other", "green"));
    site.sources()
        .write(
            "src/test/java/demo/MadeTest.java",
            "package demo; class MadeTest { @org.junit.jupiter.api.Test void words() {"
                + " Check.green(\"Made\", Made.WORD); Check.green(\"Other\", Other.WORD);"
                + " Check.green(\"Processed\", ProcessedMain.word()); } }");
  }

  /** A JDK that is not this one; null if there is none. */
  static @org.jspecify.annotations.Nullable Path otherJdk() {
    Path here = Path.of(System.getProperty("java.home", ""));
    File[] found = new File("/usr/lib/jvm").listFiles();
    for (File jdk : found == null ? new File[0] : found) {
      if (new File(jdk, "bin/javac").canExecute()
          && !jdk.toPath().equals(here)
          && !jdk.getName().contains("17")) {
        return jdk.toPath();
      }
    }
    return null;
  }
}
