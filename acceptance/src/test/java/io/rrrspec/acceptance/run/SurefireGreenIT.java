package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What Surefire passes, skips or leaves out is green, skipped or left out in {@code run}, too: a
 * project for each provider, with a class for each kind.
 */
class SurefireGreenIT {
  @TempDir Path scratch;

  /**
   * Compares with {@code mvn test}.
   *
   * @param tests how many tests there are
   * @param notAlike a regular expression for what Surefire's reports have besides tests, or do not
   *     name
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // Of what is named like no method Surefire 3.5.3 loses the name, and of another class the test.
    "surefire-green, 86, .*(AssumptionInParametersTest|NamedTest.Row)#.*",
    "surefire-green-junit4, 27, nothing",
    // A configuration method of TestNG that skips is no test here.
    "surefire-green-testng, 33, .*#no skipped",
  })
  void theTestsAreThoseOfMaven(String project, int tests, String notAlike) throws Exception {
    RealRun run = new RealRun(scratch, project);
    List<String> surefires = mavenTest(run.project());

    RealRun.Result result = run.run("--max-trials", "1", "--slaves", "2");

    assertThat(result.code()).as(result.err() + result.out()).isZero();
    List<String> ours = tests(scratch.resolve(project + ".xml"));
    assertThat(ours).hasSize(tests);
    surefires.removeIf(test -> test.matches(notAlike));
    ours.removeIf(test -> test.matches(notAlike));
    assertThat(ours).containsExactlyInAnyOrderElementsOf(surefires);
    assertThat(run.left()).isEmpty();
  }

  private static List<String> mavenTest(Path project) throws Exception {
    Process maven =
        new ProcessBuilder("mvn", "-B", "-q", "test")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .start();
    String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    assertThat(maven.waitFor()).as(output).isZero();
    return tests(project.resolve("target/surefire-reports"));
  }

  /** The outcome of each test; all invocations of a method have the same name. */
  private static List<String> tests(Path reports) throws Exception {
    List<String> tests = new ArrayList<>();
    for (Path file : reports(reports)) {
      NodeList cases =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getElementsByTagName("testcase");
      for (int i = 0; i < cases.getLength(); i++) {
        Element test = (Element) cases.item(i);
        tests.add(
            test.getAttribute("classname")
                + '#'
                + test.getAttribute("name").replaceFirst("[(\\[].*", "")
                + outcome(test));
      }
    }
    return tests;
  }

  private static String outcome(Element test) {
    return Stream.of("skipped", "failure", "error")
        .filter(kind -> test.getElementsByTagName(kind).getLength() > 0)
        .map(kind -> " " + kind)
        .findFirst()
        .orElse("");
  }

  private static List<Path> reports(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).toList();
    }
  }
}
