package io.rrrspec.client.source;

import java.io.IOException;
import java.io.InputStream;
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
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      // The first element is the suite; most of the rest need not be read.
      xml.nextTag();
      String name = xml.getAttributeValue(null, "name");
      String seconds = xml.getAttributeValue(null, "time");
      if (name != null && seconds != null) {
        long millis = Math.round(Double.parseDouble(seconds.replace(",", "")) * 1000);
        String outer = name.replaceFirst("[$][^(]*", "");
        times.merge(outer, Duration.ofMillis(Math.max(0, millis)), Duration::plus);
        if (isPartial(xml)) {
          partial.add(outer);
        }
      }
    } catch (XMLStreamException | NumberFormatException e) {
      return;
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
