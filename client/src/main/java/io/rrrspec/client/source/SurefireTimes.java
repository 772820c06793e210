package io.rrrspec.client.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** What test classes took when Surefire ran them: a first guess for a project that is new to us. */
public final class SurefireTimes {
  /** The property of a report that may have a part of its class only. */
  public static final String PARTIAL = "rrrspec.partial";

  private static final String DOCTYPE = "<!DOCTYPE";
  private static final int HEAD = 1 << 20;
  private static final Duration LONGEST = Duration.ofDays(365);

  private SurefireTimes() {}

  /**
   * Reads {@code TEST-*.xml}; nested classes add to their outer one. A reportNameSuffix stays
   * behind the name: {@code com.foo.BarTest(suffix)}. What cannot be read is left out, and so is a
   * class of which only some tests ran.
   *
   * @param reports the directory; need not exist
   */
  public static Map<String, Duration> read(Path reports) {
    Map<String, Duration> times = new HashMap<>();
    Set<String> partial = new HashSet<>();
    if (!Files.isDirectory(reports)) {
      return times;
    }
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
      for (Path file : files) {
        readOne(factory, file, times, partial);
      }
    } catch (IOException e) {
      // Only a guess: none is as good.
      return Map.of();
    }
    // The report of a nested class may be an older one.
    times.keySet().removeAll(partial);
    return times;
  }

  private static void readOne(
      XMLInputFactory factory, Path file, Map<String, Duration> times, Set<String> partial)
      throws IOException {
    String head = head(file);
    if (head.contains(DOCTYPE)) {
      // None of Surefire's reports has one, and who reads it may follow what it names.
      return;
    }
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(head));
      // The first element is the suite; most of the rest need not be read.
      xml.nextTag();
      String name = xml.getAttributeValue(null, "name");
      String seconds = xml.getAttributeValue(null, "time");
      if (name != null && seconds != null) {
        long millis = Math.round(Double.parseDouble(seconds.replace(",", "")) * 1000);
        String outer = name.replaceFirst("[$][^(]*", "");
        if (millis > LONGEST.toMillis()) {
          // Nobody has waited for that.
          return;
        }
        times.merge(outer, Duration.ofMillis(Math.max(0, millis)), Duration::plus);
        if (isPartial(xml)) {
          partial.add(outer);
        }
      }
    } catch (XMLStreamException | RuntimeException e) {
      // The JDK's reader throws whatever comes to it where a file is no XML.
      return;
    }
  }

  /** The beginning: the rest, be it a gigabyte, need not be read. */
  private static String head(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(HEAD), StandardCharsets.UTF_8);
    }
  }

  /** Our own mark is the first of the properties. */
  private static boolean isPartial(XMLStreamReader xml) throws XMLStreamException {
    return isStart(xml, "properties")
        && isStart(xml, "property")
        && PARTIAL.equals(xml.getAttributeValue(null, "name"));
  }

  private static boolean isStart(XMLStreamReader xml, String element) throws XMLStreamException {
    return xml.nextTag() == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals(element);
  }
}
