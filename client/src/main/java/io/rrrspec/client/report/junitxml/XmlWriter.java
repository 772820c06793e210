package io.rrrspec.client.report.junitxml;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Streams indented XML. The JDK's own stream writer does not escape line ends in attributes, and a
 * failure's message with lines must come back as it was.
 */
final class XmlWriter {
  private final Writer out;
  private final Deque<String> open = new ArrayDeque<>();
  private boolean inStartTag;
  private boolean hasText;

  XmlWriter(Writer out) throws IOException {
    this.out = out;
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  }

  XmlWriter start(String element) throws IOException {
    closeStartTag();
    indent();
    out.write('<');
    out.write(element);
    open.push(element);
    inStartTag = true;
    return this;
  }

  /** Adds an attribute to the element just started, unless it has no value. */
  XmlWriter attribute(String name, @Nullable String value) throws IOException {
    if (value != null) {
      out.write(' ');
      out.write(name);
      out.write("=\"");
      out.write(XmlText.attribute(value));
      out.write('"');
    }
    return this;
  }

  XmlWriter text(String text) throws IOException {
    if (inStartTag) {
      out.write('>');
      inStartTag = false;
    }
    out.write(XmlText.cdata(text));
    hasText = true;
    return this;
  }

  XmlWriter end() throws IOException {
    String element = open.pop();
    if (inStartTag) {
      out.write("/>\n");
      inStartTag = false;
    } else {
      if (!hasText) {
        indent();
      }
      out.write("</" + element + ">\n");
    }
    hasText = false;
    return this;
  }

  private void closeStartTag() throws IOException {
    if (inStartTag) {
      out.write(">\n");
      inStartTag = false;
    }
  }

  private void indent() throws IOException {
    out.write("  ".repeat(open.size()));
  }
}
