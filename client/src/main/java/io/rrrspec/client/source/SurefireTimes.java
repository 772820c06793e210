package io.rrrspec.client.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** What test classes took when Surefire ran them: a first guess for a project that is new to us. */
public final class SurefireTimes {
  private SurefireTimes() {}

  /**
   * Reads {@code TEST-*.xml}; nested classes add to their outer one. A reportNameSuffix stays
   * behind the name: {@code com.foo.BarTest(suffix)}. What cannot be read is left out.
   *
   * @param reports the directory; need not exist
   */
  public static Map<String, Duration> read(Path reports) {
    Map<String, Duration> times = new HashMap<>();
    if (!Files.isDirectory(reports)) {
      return times;
    }
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
      for (Path file : files) {
        readOne(factory, file, times);
      }
    } catch (IOException e) {
      // Only a guess: none is as good.
      return Map.of();
    }
    return times;
  }

  private static void readOne(XMLInputFactory factory, Path file, Map<String, Duration> times)
      throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      // The first element is the suite; the rest of the file need not be read.
      xml.nextTag();
      String name = xml.getAttributeValue(null, "name");
      String seconds = xml.getAttributeValue(null, "time");
      if (name != null && seconds != null) {
        long millis = Math.round(Double.parseDouble(seconds.replace(",", "")) * 1000);
        times.merge(
            name.replaceFirst("[$][^(]*", ""),
            Duration.ofMillis(Math.max(0, millis)),
            Duration::plus);
      }
    } catch (XMLStreamException | NumberFormatException e) {
      return;
    }
  }
}
