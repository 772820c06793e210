package io.rrrspec.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** Reads written reports, each of which must be valid by Surefire's own schema. */
public final class Reports {
  private static final Schema SCHEMA = schema();

  private final Path dir;

  public Reports(Path dir) {
    this.dir = dir;
  }

  /** All files but hidden ones. */
  public List<String> names() {
    try (Stream<Path> files = Files.walk(dir)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> dir.relativize(file).toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What an XPath expression finds in one file, as a string. */
  public String find(String file, String expression) {
    try {
      Path path = dir.resolve(file);
      assertThat(path).exists();
      SCHEMA.newValidator().validate(new StreamSource(path.toFile()));
      Document document =
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(path.toFile());
      return XPathFactory.newInstance().newXPath().evaluate(expression, document);
    } catch (IOException
        | SAXException
        | ParserConfigurationException
        | XPathExpressionException e) {
      throw new AssertionError(file + ": " + e, e);
    }
  }

  /** The counts of a file: tests, errors, skipped, failures. */
  public String counts(String file) {
    return find(file, "concat(/*/@tests, ' ', /*/@errors, ' ', /*/@skipped, ' ', /*/@failures)");
  }

  private static Schema schema() {
    try (InputStream in = Reports.class.getResourceAsStream("surefire-test-report.xsd")) {
      return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
          .newSchema(new StreamSource(Objects.requireNonNull(in)));
    } catch (IOException | SAXException e) {
      throw new IllegalStateException(e);
    }
  }
}
