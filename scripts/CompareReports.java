import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Compares two folders of reports as Surefire writes them. A single file, so that a JDK alone can
 * run it: {@code java scripts/CompareReports.java A B}.
 */
public final class CompareReports {
  private static final String USAGE =
      """
      Usage: scripts/compare-reports [--limit N] A B

      Compares two folders of JUnit XML (TEST-*.xml, also in folders below) by file, class, counts
      and the outcome of each test, and prints what differs. Order, times, messages, output and
      properties are not compared; a flaky test counts as what it was in the end. Of a path,
      target/surefire-reports/ is left out, so that the root of a build of many modules can be
      compared with a folder that has one folder for each module. TestNG's own reports beside them
      (junitreports/) are not read. A file whose counts are not those of its own tests is a
      difference, too.

        --limit N  print at most N differences (default 100; 0: all)
        --help     print this

      Ends with 0 if nothing differs, 1 if something does, 2 on wrong use.
      """;
  private static final List<String> COUNTS = List.of("tests", "errors", "skipped", "failures");
  private static final XMLInputFactory XML = XMLInputFactory.newDefaultFactory();

  static {
    XML.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XML.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
  }

  /** One test of a class; names need not be unique. */
  private record Test(String className, String name) implements Comparable<Test> {
    @Override
    public int compareTo(Test other) {
      int byClass = className.compareTo(other.className);
      return byClass != 0 ? byClass : name.compareTo(other.name);
    }

    @Override
    public String toString() {
      return visible(name.isEmpty() ? className + " (the class itself)" : className + "#" + name);
    }
  }

  /** One file: the class, its counts as they are stated, and how often each test ended how. */
  private record Report(
      String className, Map<String, String> stated, Map<Test, TreeMap<String, Integer>> tests) {
    Map<String, String> counted() {
      Map<String, Integer> sums = new TreeMap<>();
      COUNTS.forEach(count -> sums.put(count, 0));
      for (TreeMap<String, Integer> outcomes : tests.values()) {
        outcomes.forEach(
            (outcome, times) -> {
              sums.merge("tests", times, Integer::sum);
              switch (outcome) {
                case "failure" -> sums.merge("failures", times, Integer::sum);
                case "error" -> sums.merge("errors", times, Integer::sum);
                case "skipped" -> sums.merge("skipped", times, Integer::sum);
                default -> {}
              }
            });
      }
      Map<String, String> texts = new TreeMap<>();
      sums.forEach((count, sum) -> texts.put(count, sum.toString()));
      return texts;
    }
  }

  /** A wrong call: one line to print. */
  private static final class WrongUse extends Exception {
    private static final long serialVersionUID = 1L;

    WrongUse(String message) {
      super(message);
    }
  }

  private final List<String> differences = new ArrayList<>();

  public static void main(String[] args) {
    int limit = 100;
    List<String> dirs = new ArrayList<>();
    try {
      for (int i = 0; i < args.length; i++) {
        switch (args[i]) {
          case "--help", "-h" -> {
            System.out.print(USAGE);
            return;
          }
          case "--limit" -> limit = limit(i + 1 < args.length ? args[++i] : "");
          default -> {
            if (args[i].startsWith("-")) {
              throw new WrongUse("unknown option " + args[i] + "; see --help");
            }
            dirs.add(args[i]);
          }
        }
      }
      if (dirs.size() != 2) {
        throw new WrongUse("needs two folders, not " + dirs.size() + "; see --help");
      }
      System.exit(new CompareReports().run(Path.of(dirs.get(0)), Path.of(dirs.get(1)), limit));
    } catch (WrongUse | IOException | RuntimeException e) {
      // Uncaught, it would end with 1, which says that the reports differ.
      System.err.println("compare-reports: " + visible(String.valueOf(e.getMessage())));
      System.exit(2);
    }
  }

  private static int limit(String text) throws WrongUse {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 0) {
        return limit == 0 ? Integer.MAX_VALUE : limit;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new WrongUse("--limit needs a number, 0 or more, not '" + text + "'");
  }

  private int run(Path a, Path b, int limit) throws IOException, WrongUse {
    Map<String, Path> filesOfA = files(a);
    Map<String, Path> filesOfB = files(b);
    Map<String, Report> inA = reports(filesOfA, "A");
    Map<String, Report> inB = reports(filesOfB, "B");
    TreeSet<String> names = new TreeSet<>(filesOfA.keySet());
    names.addAll(filesOfB.keySet());
    for (String name : names) {
      if (!filesOfB.containsKey(name)) {
        differs(name, "only in A");
      } else if (!filesOfA.containsKey(name)) {
        differs(name, "only in B");
      } else if (inA.containsKey(name) && inB.containsKey(name)) {
        compare(name, inA.get(name), inB.get(name));
      }
    }
    differences.stream().limit(limit).forEach(System.out::println);
    if (differences.size() > limit) {
      System.out.println("... and " + (differences.size() - limit) + " more");
    }
    System.out.println("A: " + totals(filesOfA, inA) + "  " + visible(a.toString()));
    System.out.println("B: " + totals(filesOfB, inB) + "  " + visible(b.toString()));
    int found = differences.size();
    System.out.println(
        found == 0 ? "no difference" : found == 1 ? "1 difference" : found + " differences");
    return found == 0 ? 0 : 1;
  }

  private static Map<String, Path> files(Path dir) throws IOException, WrongUse {
    if (!Files.isDirectory(dir)) {
      throw new WrongUse(dir + " is not a folder");
    }
    Map<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(dir)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        if (file.getFileName().toString().matches("(?s)TEST-.*\\.xml")
            && Files.isRegularFile(file)
            && !file.getParent().endsWith("junitreports")) {
          String name = dir.relativize(file).toString().replace('\\', '/');
          Path other =
              files.put(name.replaceAll("(^|/)target/surefire-reports/", "$1"), file);
          if (other != null) {
            throw new WrongUse(other + " and " + file + " are the same report; name one of both");
          }
        }
      }
    }
    if (files.isEmpty()) {
      throw new WrongUse(dir + " holds no TEST-*.xml: name a folder of reports");
    }
    return files;
  }

  private Map<String, Report> reports(Map<String, Path> files, String side) throws IOException {
    Map<String, Report> reports = new TreeMap<>();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      try {
        Report report = read(file.getValue());
        reports.put(file.getKey(), report);
        Map<String, String> counted = report.counted();
        if (!report.stated().equals(counted)) {
          differs(
              file.getKey(), side + " states " + report.stated() + " but its tests are " + counted);
        }
      } catch (XMLStreamException e) {
        differs(file.getKey(), side + " cannot be read: " + e.getMessage());
      }
    }
    return reports;
  }

  private static Report read(Path file) throws IOException, XMLStreamException {
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = XML.createXMLStreamReader(in);
      xml.nextTag();
      if (!xml.getLocalName().equals("testsuite")) {
        throw new XMLStreamException("its root is " + xml.getLocalName() + ", not testsuite");
      }
      String className = attribute(xml, "name");
      Map<String, String> stated = new TreeMap<>();
      COUNTS.forEach(count -> stated.put(count, attribute(xml, count)));
      Map<Test, TreeMap<String, Integer>> tests = new TreeMap<>();
      int depth = 0;
      Test test = null;
      String outcome = "passed";
      while (xml.hasNext()) {
        switch (xml.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            depth++;
            String element = xml.getLocalName();
            if (depth == 1 && element.equals("testcase")) {
              String of = attribute(xml, "classname");
              String name = attribute(xml, "name");
              // What failed around its tests: Surefire gives that no name.
              test = new Test(of, name.equals(of) ? "" : name);
              outcome = "passed";
            } else if (depth == 2 && test != null) {
              outcome = worse(outcome, element);
            }
          }
          case XMLStreamConstants.END_ELEMENT -> {
            if (depth == 1 && test != null) {
              tests.computeIfAbsent(test, t -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
              test = null;
            }
            depth--;
          }
          default -> {}
        }
      }
      return new Report(className, stated, tests);
    }
  }

  /** A test with several outcomes has the worst: an error, a failure, a skip. */
  private static String worse(String outcome, String element) {
    List<String> worst = List.of("error", "failure", "skipped");
    int now = worst.indexOf(outcome);
    int next = worst.indexOf(element);
    return next >= 0 && (now < 0 || next < now) ? element : outcome;
  }

  private static String attribute(XMLStreamReader xml, String name) {
    return Objects.requireNonNullElse(xml.getAttributeValue(null, name), "");
  }

  private void compare(String name, Report a, Report b) {
    if (!a.className().equals(b.className())) {
      differs(name, "class " + a.className() + " in A, " + b.className() + " in B");
    }
    for (String count : COUNTS) {
      String inA = a.stated().get(count);
      String inB = b.stated().get(count);
      if (!inA.equals(inB)) {
        differs(name, count + " " + inA + " in A, " + inB + " in B");
      }
    }
    TreeSet<Test> tests = new TreeSet<>(a.tests().keySet());
    tests.addAll(b.tests().keySet());
    for (Test test : tests) {
      String inA = said(a.tests().get(test));
      String inB = said(b.tests().get(test));
      if (!inA.equals(inB)) {
        differs(name, test + " " + inA + " in A, " + inB + " in B");
      }
    }
  }

  private static String said(Map<String, Integer> outcomes) {
    if (outcomes == null) {
      return "missing";
    }
    List<String> parts = new ArrayList<>();
    outcomes.forEach((outcome, times) -> parts.add(times == 1 ? outcome : times + "x " + outcome));
    return String.join(" and ", parts);
  }

  private static String totals(Map<String, Path> files, Map<String, Report> reports) {
    Map<String, Integer> sums = new TreeMap<>();
    COUNTS.forEach(count -> sums.put(count, 0));
    for (Report report : reports.values()) {
      report.counted().forEach((count, n) -> sums.merge(count, Integer.valueOf(n), Integer::sum));
    }
    StringBuilder text = new StringBuilder(files.size() + (files.size() == 1 ? " file" : " files"));
    COUNTS.forEach(count -> text.append(", ").append(sums.get(count)).append(' ').append(count));
    return text.toString();
  }

  private void differs(String file, String what) {
    differences.add(visible(file + ": " + what));
  }

  /** Names of tests are untrusted: what could steer the terminal is shown as its number. */
  private static String visible(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              if (type == Character.CONTROL
                  || type == Character.FORMAT
                  || type == Character.SURROGATE
                  || type == Character.LINE_SEPARATOR
                  || type == Character.PARAGRAPH_SEPARATOR) {
                out.append(String.format("\\u%04x", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}
