package io.rrrspec.acceptance.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What a directory of JUnit XML says.
 *
 * @param counts by class {@code tests} or, if some were, {@code tests/skipped}
 * @param failures by class the messages of errors and failures
 * @param output what all of them wrote to standard output
 */
record Suites(
    Map<String, String> counts, Map<String, List<String>> failures, StringBuilder output) {
  static Suites read(Path directory) throws IOException {
    Suites suites = new Suites(new TreeMap<>(), new TreeMap<>(), new StringBuilder());
    if (!Files.isDirectory(directory)) {
      return suites;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".xml")).toList()) {
        suites.add(file);
      }
    }
    return suites;
  }

  private void add(Path file) throws IOException {
    try {
      Element suite =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getDocumentElement();
      String name = suite.getAttribute("name");
      String skipped = suite.getAttribute("skipped");
      counts.put(name, suite.getAttribute("tests") + (skipped.equals("0") ? "" : "/" + skipped));
      NodeList written = suite.getElementsByTagName("system-out");
      for (int i = 0; i < written.getLength(); i++) {
        output.append(written.item(i).getTextContent());
      }
      for (String kind : List.of("error", "failure")) {
        NodeList found = suite.getElementsByTagName(kind);
        for (int i = 0; i < found.getLength(); i++) {
          Element failure = (Element) found.item(i);
          failures
              .computeIfAbsent(name, key -> new ArrayList<>())
              .add(failure.getAttribute("type") + " " + failure.getAttribute("message"));
        }
      }
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file + " is no XML: " + e.getMessage(), e);
    }
  }
}
