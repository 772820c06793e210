package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.testing.LinkedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

/**
 * Real runs of tests that fail in many ways. The terminal, the page and each report show all of
 * them, with the same count and the reason.
 */
class ThirtyKindsIT {
  private static final String WHOLE = "(the class as a whole)";

  /**
   * A failure and what is said of it.
   *
   * @param name its class without its package, then its name
   * @param words a part of what is said of it
   */
  private record Kind(String name, String words) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("AssertionTest compares", "seven apples"),
          new Kind("ExceptionTest throwsAnException", "the till is closed"),
          new Kind("AssertAllTest comparesThreeThings", "an order (2 failures)"),
          new Kind("MultiLineTest comparesLines", "expected: <one"),
          new Kind("PreemptiveTimeoutTest isStopped", "execution timed out after 50 ms"),
          new Kind("SoftTimeoutTest sleeps", "took longer than 6 s and was interrupted"),
          new Kind(
              "HardTimeoutTest runsForEver", "took longer than 16 s and could not be interrupted"),
          new Kind("ExitTest exits", "exit code 3: System.exit was called at kinds.ExitTest.exits"),
          new Kind("HaltTest halts", "exit code 0, without System.exit"),
          new Kind("KilledTest killsItsJvm", "killed by signal KILL"),
          new Kind("OutOfMemoryTest fillsTheHeap", "Java heap space"),
          new Kind("StackOverflowTest callsItself", "of heap were in use when it began"),
          new Kind("BeforeAllTest " + WHOLE, "no database to begin with"),
          new Kind("AfterAllTest " + WHOLE, "the database does not close"),
          new Kind("BeforeEachTest neverRuns", "no table to begin with"),
          new Kind("AfterEachTest passesAtFirst", "the table is not empty"),
          new Kind("ConstructorTest neverRuns", "it cannot be made"),
          new Kind("StaticInitialiserTest neverRuns", "ExceptionInInitializerError"),
          new Kind("MissingSuperclassTest " + WHOLE, "org.slf4j.helpers.BasicMarkerFactory"),
          new Kind("MissingClassTest usesAClassThatIsNotThere", "BasicMarkerFactory"),
          new Kind("ParameterSourceTest neverRuns(String)", "no names today"),
          new Kind("ParameterTest isEven(int)[2]", "expected: <0> but was: <1>"),
          new Kind("DynamicTests made()[2]", "expected: <apple> but was: <pear>"),
          new Kind("NestedTest$WithinIt failsInside", "inside of another class"),
          new Kind("RepeatedOnceTest failsTheSecondTime(RepetitionInfo)[2]", "expected: <once>"),
          new Kind("ExtensionTest neverRuns", "the extension is broken"),
          new Kind("ConditionTest " + WHOLE, "nobody knows whether it runs"),
          new Kind("OldRuleTest collectsErrors", "collected by a rule"),
          new Kind("OldRunnerTest initializationError", "the runner is broken"),
          new Kind("UnreadableTest throwsWhatCannotBeRead", "getMessage() threw"),
          new Kind("NoMessageTest saysNothing", "NullPointerException"),
          new Kind("CyclicCausesTest isItsOwnCause", "the egg came first"),
          new Kind("HugeMessageTest saysAMegabyte", "huge: so much to say"),
          new Kind("ControlCharactersTest printsCommandsOfTerminals", "wild characters"),
          new Kind("MarkupTest isNoMarkup", "<b>bold</b>"),
          new Kind("ThreadDeathTest endsItsThread", "ThreadDeath"),
          new Kind("InterruptedTest isInterrupted", "sleep interrupted"),
          new Kind("NotSerializableTest throwsWhatCannotBeSent", "not to be sent anywhere"),
          new Kind("SuppressedTest suppressesMany", "the first of many"),
          new Kind("DeepCausesTest hasManyCauses", "cause 1999"),
          new Kind("DiscoveryTest " + WHOLE, "the engine is broken"),
          new Kind("FailsThenHaltsTest failsBefore", "wrong before the end"),
          new Kind("FailsThenHaltsTest halts", "exit code 9"));

  private static final List<Kind> OF_TESTNG =
      List.of(
          new Kind("AssertionTest compares", "seven apples expected [7] but found [8]"),
          new Kind("BeforeClassTest " + WHOLE, "no database to begin with"),
          new Kind("AfterMethodTest " + WHOLE, "the table is not empty"),
          new Kind("ConstructorTest " + WHOLE, "it cannot be made"),
          new Kind("DataProviderTest neverRuns(java.lang.String)", "no names today"),
          new Kind("ParameterTest isEven(int)[1]", "an odd number expected [0] but found [1]"),
          new Kind("ExpectedTest throwsNothing", "should have thrown an exception of type"),
          new Kind("TimeOutTest sleeps", "didn't finish within the time-out 50"),
          new Kind("DependsTest fails", "the first of two"),
          new Kind("ExitTest exits", "exit code 3: System.exit was called at kinds.ExitTest"));

  @TempDir Path scratch;

  @Test
  void eachIsFoundWhereverSomebodyLooks() throws Exception {
    assertThat(KINDS).hasSize(43);
    eachIsFound("thirty-kinds", KINDS);
  }

  @Test
  void eachOfTestNgIsFoundToo() throws Exception {
    eachIsFound("testng-kinds", OF_TESTNG);
  }

  private void eachIsFound(String project, List<Kind> kinds) throws Exception {
    RealRun run = new RealRun(scratch, project);
    Path html = scratch.resolve("html");
    Path summary = scratch.resolve("summary.md");
    run.environment("GITHUB_STEP_SUMMARY", summary.toString());
    RealRun.Result result = run.run("--slaves", "2", "--html", html.toString());
    assertThat(result.code()).as(result.err()).isEqualTo(1);
    Document report = Jsoup.parse(html.resolve("index.html").toFile());
    String id = report.expectFirst("h1 small").text();

    SortedSet<String> expected = new TreeSet<>(kinds.stream().map(Kind::name).toList());
    Map<String, String> xml = inXml(run);
    assertThat(xml.keySet()).as("JUnit XML").isEqualTo(expected);
    for (Kind kind : kinds) {
      assertThat(xml.get(kind.name())).as(kind.name()).contains(kind.words());
    }
    assertThat(inTerminal(result.out())).as("terminal").containsExactlyElementsOf(expected);
    assertThat(inMarkdown(Files.readString(summary))).as("GitHub").isEqualTo(expected);
    assertThat(onPage(report)).as("HTML").containsExactlyElementsOf(expected);
    JsonNode json = json(run, id);
    assertThat(inJson(json)).as("JSON").containsExactlyElementsOf(expected);
    Document page;
    try (WebPages pages = WebPages.of(run)) {
      page = Jsoup.parse(pages.read("/runs/" + id));
    }
    assertThat(onPage(page)).as("page").containsExactlyElementsOf(expected);
    assertThat(LinkedFiles.problems(html)).isEmpty();
    eachSaysWhy(
        kinds,
        List.of(
            result.out(),
            Parser.unescapeEntities(Files.readString(summary).replace("\\", ""), false),
            report.text(),
            page.text(),
            json.toString()));
    theCountsAreTheSame(
        kinds.size(),
        json,
        List.of(result.out(), Files.readString(summary)),
        List.of(report, page));
  }

  /** What is said of each: the message, or the type of what has none. */
  private static SortedMap<String, String> inXml(RealRun run) throws Exception {
    SortedMap<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(run.report("x").getParent())) {
      for (Path file : files.filter(name -> name.toString().endsWith(".xml")).toList()) {
        NodeList tests =
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("testcase");
        for (int i = 0; i < tests.getLength(); i++) {
          org.w3c.dom.Element test = (org.w3c.dom.Element) tests.item(i);
          for (String kind : List.of("failure", "error")) {
            NodeList problems = test.getElementsByTagName(kind);
            if (problems.getLength() > 0) {
              org.w3c.dom.Element problem = (org.w3c.dom.Element) problems.item(0);
              String said = problem.getAttribute("message");
              found.put(
                  name(test.getAttribute("classname"), test.getAttribute("name")),
                  said.isEmpty() ? problem.getAttribute("type") : said);
            }
          }
        }
      }
    }
    return found;
  }

  private static SortedSet<String> inJson(JsonNode json) {
    SortedSet<String> found = new TreeSet<>();
    json.get("failed")
        .forEach(test -> found.add(name(test.get("class").asText(), test.get("name").asText())));
    return found;
  }

  private static SortedSet<String> onPage(Document page) {
    SortedSet<String> found = new TreeSet<>();
    for (Element line : page.select("#failures [id^=s]")) {
      found.add(line.ownText().strip() + " " + line.expectFirst("b").text());
    }
    return found;
  }

  /** Each failure is numbered, and others of its cause are below it. */
  private static SortedSet<String> inTerminal(String text) {
    SortedSet<String> found = new TreeSet<>();
    Matcher line =
        Pattern.compile(
                "^ +(?:\\d+\\) )?kinds\\.(\\S+)(?: (?:>|›) (\\S+))?(?:  +.*)?$", Pattern.MULTILINE)
            .matcher(text.substring(0, text.indexOf("Slowest classes")));
    while (line.find()) {
      found.add(name(line.group(1), line.group(2) == null ? "" : line.group(2)));
    }
    return found;
  }

  private static SortedSet<String> inMarkdown(String text) {
    SortedSet<String> found = new TreeSet<>();
    String failures = text.substring(text.indexOf("| Failed |"));
    Matcher name =
        Pattern.compile("(?:^\\| |<br>)kinds\\.([^ <|]+)(?: › ([^ <|]+))?", Pattern.MULTILINE)
            .matcher(failures.substring(0, failures.indexOf("\n\n")).replace("\\", ""));
    while (name.find()) {
      found.add(name(name.group(1), name.group(2) == null ? "" : name.group(2)));
    }
    return found;
  }

  /** What reports call a class and a test, in one form. */
  private static String name(String className, String test) {
    String simple = className.replaceFirst("^kinds\\.", "");
    boolean whole = test.isEmpty() || test.equals(className);
    return simple + " " + (whole ? WHOLE : test);
  }

  private static JsonNode json(RealRun run, String id) throws Exception {
    RealRun.Result shown = run.command("client", "show", "--local", "--json", id);
    assertThat(shown.code()).as(shown.err()).isEqualTo(1);
    return new ObjectMapper().readTree(shown.out());
  }

  private static void eachSaysWhy(List<Kind> kinds, List<String> texts) {
    for (String text : texts) {
      String plain = text.replaceAll("\\s+", " ");
      for (Kind kind : kinds) {
        assertThat(plain).as(kind.name()).contains(kind.words());
      }
    }
  }

  private static void theCountsAreTheSame(
      int kinds, JsonNode json, List<String> texts, List<Document> pages) {
    JsonNode tests = json.get("tests");
    int failures = tests.get("failures").asInt();
    int errors = tests.get("errors").asInt();
    assertThat(failures + errors).isEqualTo(kinds);
    for (String text : texts) {
      assertThat(text).contains(failures + " failed, " + errors + " errors, ");
    }
    for (Document page : pages) {
      assertThat(page.expectFirst("#failed .figures").text()).startsWith(kinds + " tests");
      assertThat(page.expectFirst("p.tests").text())
          .contains(tests.get("passed").asText() + " tests passed")
          .contains(kinds + " failed")
          .contains(tests.get("skipped").asText() + " skipped");
    }
  }
}
