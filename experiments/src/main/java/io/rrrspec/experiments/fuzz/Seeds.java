package io.rrrspec.experiments.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Good files, which are beside this class, to be changed. */
final class Seeds {
  private Seeds() {}

  static String file(String name) {
    try (InputStream in = Seeds.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The entries of a YAML map: each with the lines below it. */
  static List<String> entries(String yaml) {
    List<String> entries = new ArrayList<>();
    for (String line : yaml.split("\n")) {
      if (line.startsWith(" ") && !entries.isEmpty()) {
        entries.set(entries.size() - 1, entries.get(entries.size() - 1) + "\n" + line);
      } else {
        entries.add(line);
      }
    }
    return entries;
  }
}
