package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Build arguments, orders, lists, changed classes, default reports and completion, for real. */
class OrderIT {
  private static final String SCRIPT =
      Checkout.distribution().resolve("bin/rrrspec-java").toString();

  @TempDir Path scratch;
  private Path project;

  private record Result(int code, String out, String err) {}

  @BeforeEach
  void project() throws IOException {
    project = scratch.resolve("jupiter-5.14");
    Path from = Checkout.project("jupiter-5.14");
    try (var files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String relative = from.relativize(file).toString();
        if (!relative.startsWith("target") && !relative.startsWith(".rrrspec")) {
          Path copy = project.resolve(relative);
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  @Test
  void whatStandsBehindTheDelimiterReachesMavenAndTheTests() throws Exception {
    test(
        "PropertyTest",
        "org.junit.jupiter.api.Assertions.assertEquals(\"a b\","
            + " System.getProperty(\"from.outside\"));");
    Result without = run("run", "PropertyTest");
    assertThat(without.code()).as(without.err()).isEqualTo(1);
    Result with = run("run", "PropertyTest", "--", "-o", "-Dfrom.outside=a b");
    assertThat(with.code()).as(with.err() + with.out()).isZero();
    assertThat(with.err()).contains(": the build arguments have changed");
    // The same arguments: nothing to prepare.
    Result again = run("run", "PropertyTest", "--", "-o", "-Dfrom.outside=a b");
    assertThat(again.code()).as(again.err() + again.out()).isZero();
    assertThat(again.err()).doesNotContain("compiling with");
    Files.writeString(project.resolve(".rrrspec.yml"), "build_args: [-Dfrom.outside=a b, -o]\n");
    Result file = run("run", "PropertyTest");
    assertThat(file.code()).as(file.err() + file.out()).isZero();
    Result both = run("run", "PropertyTest", "--", "-Dfrom.outside=other");
    assertThat(both.code()).as(both.err() + both.out()).isEqualTo(1);

    Result goal = run("run", "--", "install");
    assertThat(goal.code()).isEqualTo(2);
    assertThat(goal.err())
        .startsWith("rrrspec-java: build argument 'install' is no option of Maven")
        .hasLineCount(1);
  }

  @Test
  void classesAreServedInTheChosenOrderAndListedInIt() throws Exception {
    for (String name : List.of("ATest", "BTest", "CTest", "DTest", "ETest")) {
      test(
          name,
          "java.nio.file.Files.writeString(java.nio.file.Path.of(\"order.txt\"), \""
              + name
              + " \", java.nio.file.StandardOpenOption.CREATE,"
              + " java.nio.file.StandardOpenOption.APPEND);"
              + (name.equals("CTest")
                  ? " if (System.getenv(\"RED\") != null) throw new IllegalStateException();"
                  : ""));
    }
    Result list = run("run", "--list", "--json", "--order", "random:4711", "?Test");
    assertThat(list.code()).as(list.err()).isZero();
    List<String> listed = listed(list);
    assertThat(listed)
        .containsExactlyInAnyOrder(
            "example.ATest", "example.BTest", "example.CTest", "example.DTest", "example.ETest");
    assertThat(project.resolve("order.txt")).doesNotExist();
    assertThat(list.err()).contains("order: random, seed 4711 (again: --order random:4711)");

    Result random = run("run", "--slaves", "1", "--order", "random:4711", "?Test");
    assertThat(random.code()).as(random.err() + random.out()).isZero();
    assertThat(random.err()).contains("order: random, seed 4711 (again: --order random:4711)");
    assertThat(ran()).isEqualTo(listed);

    Result asIs = run("run", "--slaves", "1", "--order", "as-is", "?Test");
    assertThat(asIs.code()).as(asIs.err() + asIs.out()).isZero();
    String[] files =
        Objects.requireNonNull(new File(project.toFile(), "target/test-classes/example").list());
    assertThat(ran())
        .isEqualTo(
            Arrays.stream(files)
                .filter(file -> file.matches("[A-E]Test[.]class"))
                .map(file -> "example." + file.replace(".class", ""))
                .toList());

    Result red = run(List.of("env", "RED=1"), "run", "--slaves", "1", "?Test");
    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
    Files.delete(project.resolve("order.txt"));
    Result first = run("run", "--slaves", "1", "--order", "last-failed-first", "?Test");
    assertThat(first.code()).as(first.err() + first.out()).isZero();
    assertThat(ran()).startsWith("example.CTest").hasSize(5);

    Result known = run("run", "--list", "--json", "?Test");
    assertThat(known.out())
        .containsPattern("\"tasks\" : 5,\\s+\"without_estimate\" : 0,\\s+\"estimate_ms\" : [1-9]");
    assertThat(run("run", "--list").out()).contains("example.ATest\n").contains("7 tasks, about ");
  }

  @Test
  void onlyWhatHasChangedRuns() throws Exception {
    Result none = run("run", "--changed");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("is in no Git repository: leave --changed out").hasLineCount(1);
    Files.writeString(project.resolve(".gitignore"), "target/\n");
    command(List.of("git", "init", "-q", "-b", "main"));
    command(List.of("git", "add", "-A"));
    command(
        List.of(
            "git", "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qm", "x"));
    Result unchanged = run("run", "--changed");
    assertThat(unchanged.code()).as(unchanged.err()).isZero();
    assertThat(unchanged.err()).contains("nothing to run: no test class");
    assertThat(unchanged.out()).isEmpty();
    Result unknown = run("run", "--changed", "gone");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("Git knows no commit 'gone'").hasLineCount(1);
    test("NewTest", "");
    Result changed = run("run", "--changed", "main");
    assertThat(changed.code()).as(changed.err()).isZero();
    assertThat(changed.out()).contains(" Classes   1");
  }

  @Test
  void reportsAreWhereSurefireWritesThem() throws Exception {
    Path reports = project.resolve("target/surefire-reports");
    Path other = reports.resolve("TEST-other.GoneTest.xml");
    Files.createDirectories(reports);
    Files.writeString(other, "<testsuite name=\"other.GoneTest\"/>");
    Result run = run("run");
    assertThat(run.code()).as(run.err() + run.out()).isZero();
    Path calculator = reports.resolve("TEST-example.CalculatorTest.xml");
    assertThat(calculator).content().contains("<testsuite").contains("example.CalculatorTest");
    assertThat(other).exists();
    FileTime written = Files.getLastModifiedTime(calculator);
    Result again = run("run", "DynamicTests");
    assertThat(again.code()).as(again.err() + again.out()).isZero();
    assertThat(again.err()).doesNotContain("compiling with");
    assertThat(Files.getLastModifiedTime(calculator)).isEqualTo(written);
    Result quiet = run("run", "--no-reports");
    assertThat(quiet.code()).isZero();
    assertThat(quiet.err()).doesNotContain("compiling with");
    assertThat(Files.getLastModifiedTime(calculator)).isEqualTo(written);
  }

  @Test
  void bashCompletesCommandsOptionsAndOrders() throws Exception {
    Result script = run("completion", "bash");
    assertThat(script.code()).as(script.err()).isZero();
    Path file = Files.writeString(scratch.resolve("completion.sh"), script.out());
    assertThat(completions(file, "rrrspec-java", "cl")).contains("client");
    assertThat(completions(file, "rrrspec-java", "pers")).contains("persister");
    assertThat(completions(file, "rrrspec-java", "run", "--ord")).contains("--order");
    assertThat(completions(file, "rrrspec-java", "client", "start", "--det")).contains("--detach");
    assertThat(completions(file, "rrrspec-java", "run", "--order", "last"))
        .contains("last-failed-first");
    assertThat(completions(file, "rrrspec-java", "completion", "''")).contains("bash", "zsh");
    Result wrong = run("completion", "fish");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).isEqualTo("rrrspec-java: SHELL is 'fish': write bash or zsh\n");
  }

  private List<String> completions(Path script, String... words) throws Exception {
    String asked =
        "source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; COMP_POINT=${#COMP_LINE};"
                .formatted(
                    script, String.join(" ", words), words.length - 1, String.join(" ", words))
            + " f=$(complete -p rrrspec-java); f=${f##*-F }; ${f%% *}; printf '%s\\n'"
            + " \"${COMPREPLY[@]}\"";
    return command(List.of("bash", "-c", asked)).out().lines().map(String::strip).toList();
  }

  private void test(String name, String body) throws IOException {
    Files.writeString(
        project.resolve("src/test/java/example/" + name + ".java"),
        "package example; class "
            + name
            + " { @org.junit.jupiter.api.Test void it() throws Exception { "
            + body
            + " } }\n");
  }

  private List<String> ran() throws IOException {
    Path file = project.resolve("order.txt");
    List<String> names =
        Arrays.stream(Files.readString(file).strip().split(" "))
            .map(name -> "example." + name)
            .toList();
    Files.delete(file);
    return names;
  }

  private static List<String> listed(Result list) {
    return Pattern.compile("\"spec_file\" : \"([^\"]*)\"")
        .matcher(list.out())
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private Result run(String... arguments) throws Exception {
    return run(List.of(), arguments);
  }

  private Result run(List<String> prefix, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of("bash", SCRIPT));
    command.addAll(List.of(arguments));
    return command(command);
  }

  private Result command(List<String> command) throws Exception {
    File out = scratch.resolve("out").toFile();
    File err = scratch.resolve("err").toFile();
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    builder.environment().put("XDG_DATA_HOME", scratch.resolve("data").toString());
    Process process =
        builder
            .directory(project.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out)
            .redirectError(err)
            .start();
    if (!process.waitFor(180, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("it does not end: " + Files.readString(err.toPath()));
    }
    return new Result(
        process.exitValue(), Files.readString(out.toPath()), Files.readString(err.toPath()));
  }
}
