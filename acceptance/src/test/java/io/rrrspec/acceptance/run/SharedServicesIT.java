package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tests share: resources that one class has at a time, and what each JVM has of its own. */
class SharedServicesIT {
  @TempDir Path scratch;
  private RealRun run;

  @BeforeEach
  void project() throws IOException {
    run = new RealRun(scratch, "reactor");
  }

  @Test
  void classesOfAResourceRunOneAfterTheOtherAlsoInDifferentModules() throws Exception {
    Path lock = scratch.resolve("lock");
    Path log = scratch.resolve("log");
    for (String module : List.of("core", "app")) {
      for (String name : List.of("FirstDbTest", "SecondDbTest")) {
        test(
            module,
            name,
            // Fails if another class is there.
            "Files.createDirectory(Path.of(\"%s\")); Thread.sleep(700); Files.delete(Path.of(\"%s\"));"
                    .formatted(lock, lock)
                + append(log, "\"ran\""));
      }
    }
    Files.writeString(
        run.project().resolve(".rrrspec.yml"),
        "resources: {database: {classes: [\"core:*DbTest\", \"app:**\"]}}\n");

    RealRun.Result result = run.run("--slaves", "4");

    assertThat(result.code()).as(result.err() + result.out()).isZero();
    // Those of the execution 'again' of the module app, too.
    assertThat(Files.readAllLines(log)).hasSize(6).containsOnly("ran");
  }

  @Test
  void classesOfATagOrLockNeverRunAtOnce() throws Exception {
    Path lock = Files.createFile(scratch.resolve("lock"));
    Path log = scratch.resolve("log");
    source(
        "core",
        "Database",
        """
        @org.junit.jupiter.api.Tag("database")
        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
        @interface Database {}
        """);
    source("core", "Base", "@Database abstract class Base {}");
    String body =
        // Fails if a test in another JVM has it; this one gives it back at its end.
        "try (var channel = java.nio.channels.FileChannel.open(Path.of(\"%s\"),".formatted(lock)
            + " java.nio.file.StandardOpenOption.WRITE)) {"
            + " if (channel.tryLock() == null) throw new AssertionError(\"not alone\");"
            + " Thread.sleep(700);"
            + append(log, "\"ran\"")
            + " }";
    test("core", "@Database", "AtClassTest", "", body);
    test("core", "", "AtMethodTest", "@org.junit.jupiter.api.Tag(\"database\")", body);
    test("core", "", "InheritedTest extends Base", "", body);
    test("app", "@org.junit.jupiter.api.parallel.ResourceLock(\"postgres\")", "LockTest", "", body);
    Files.writeString(
        run.project().resolve(".rrrspec.yml"),
        "resources: {database: {tags: [data*, none], locks: [postgres]}}\n");

    RealRun.Result result = run.run("--slaves", "2");

    assertThat(result.code()).as(result.err() + result.out()).isZero();
    // That of the execution 'again' of the module app, too.
    assertThat(Files.readAllLines(log)).hasSize(5).containsOnly("ran");
    assertThat(result.err())
        .containsOnlyOnce("warning: resources.database.tags: no class has the tag 'none'")
        .doesNotContain("the tag 'data*'");
  }

  @Test
  void aNumberOfAJvmIsThatOfNoOtherOneThatRunsAndStandsWhereSurefireWritesIt() throws Exception {
    Path pom = run.project().resolve("pom.xml");
    String surefire = "<version>3.5.3</version>";
    String text = Files.readString(pom);
    assertThat(text).containsOnlyOnce(surefire);
    Files.writeString(
        pom,
        text.replace(
            surefire,
            surefire
                + """
                <configuration>
                  <argLine>-Dargument=${surefire.forkNumber} -Dthread=${surefire.threadNumber}</argLine>
                  <workingDirectory>${project.build.directory}/at-${surefire.forkNumber}</workingDirectory>
                  <systemPropertyVariables><property>p${surefire.forkNumber}</property></systemPropertyVariables>
                  <environmentVariables><VARIABLE>v${surefire.forkNumber}</VARIABLE></environmentVariables>
                </configuration>
                """));
    Path log = scratch.resolve("log");
    for (String module : List.of("core", "services/billing")) {
      String name = module.replace("services/", "");
      String other = name.equals("core") ? "billing" : "core";
      test(
          module,
          "NumberTest",
          "Files.createFile(Path.of(\"%s/%s\"));".formatted(scratch, name)
              // Both run at once.
              + " for (int i = 0; i < 600 && !Files.exists(Path.of(\"%s/%s\")); i++)"
                  .formatted(scratch, other)
              + " Thread.sleep(100);"
              + append(
                  log,
                  "String.join(\" \", System.getProperty(\"argument\"),"
                      + " System.getProperty(\"thread\"), System.getProperty(\"property\"),"
                      + " System.getenv(\"VARIABLE\"), System.getProperty(\"of.user\"),"
                      + " Path.of(\"\").toAbsolutePath().getFileName().toString())"));
    }

    RealRun.Result result =
        run.run("--slaves", "2", "NumberTest", "--", "-Dof.user=u${surefire.forkNumber}");

    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(Files.readAllLines(log))
        .containsExactlyInAnyOrder("1 1 p1 v1 u1 at-1", "2 2 p2 v2 u2 at-2");
  }

  private static String append(Path file, String value) {
    List<String> parts = new ArrayList<>();
    parts.add(" Files.writeString(Path.of(\"" + file + "\"), " + value + " + \"\\n\",");
    parts.add("java.nio.file.StandardOpenOption.CREATE,");
    parts.add("java.nio.file.StandardOpenOption.APPEND);");
    return String.join(" ", parts);
  }

  private void test(String module, String name, String body) throws IOException {
    test(module, "", name, "", body);
  }

  /** A class of one test, with annotations at the class and at the method. */
  private void test(String module, String atClass, String name, String atMethod, String body)
      throws IOException {
    source(
        module,
        name.split(" ")[0],
        """
        import java.nio.file.Files;
        import java.nio.file.Path;
        %s
        class %s {
          %s @org.junit.jupiter.api.Test
          void test() throws Exception { %s }
        }
        """
            .formatted(atClass, name, atMethod, body));
  }

  private void source(String module, String name, String text) throws IOException {
    Files.writeString(
        run.project().resolve(module + "/src/test/java/example/" + name + ".java"),
        "package example;\n" + text);
  }
}
