package io.rrrspec.common.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The directories of JDKs that Maven's {@code toolchains.xml} names. */
final class ToolchainsFile {
  private static final String ELEMENT = "jdkHome";

  private ToolchainsFile() {}

  /** Reads them; none if the file cannot be read. Maven reports a bad file when it builds. */
  static List<Path> homes(Path file) {
    List<Path> homes = new ArrayList<>();
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    if (!Files.isRegularFile(file)) {
      return homes;
    }
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals(ELEMENT)) {
          String home = resolved(xml.getElementText().strip());
          if (home.startsWith("/")) {
            homes.add(Path.of(home));
          }
        }
      }
    } catch (IOException | XMLStreamException e) {
      return homes;
    }
    return homes;
  }

  /** Maven fills in variables of the environment. */
  private static String resolved(String text) {
    String resolved = text;
    int start = resolved.indexOf("${env.");
    int end = start < 0 ? -1 : resolved.indexOf('}', start);
    if (end > 0) {
      String value = System.getenv(resolved.substring(start + "${env.".length(), end));
      resolved =
          resolved.substring(0, start) + (value == null ? "" : value) + resolved.substring(end + 1);
    }
    return resolved;
  }
}
