package io.rrrspec.experiments.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of the page that is measured, between two marks. Rows of measurements that were not made
 * this time stay; what people wrote outside of the marks does, too.
 */
final class Report {
  private static final String BEGIN = "<!-- measured: begin -->";
  private static final String END = "<!-- measured: end -->";
  private static final String HEAD =
      "| measurement | what | budget | median | min–max | repeats | | date |\n"
          + "|---|---|---|---|---|---|---|---|";

  private final Path page;
  private final Map<String, List<String>> rows = new LinkedHashMap<>();

  private Report(Path page) {
    this.page = page;
  }

  /** Reads what the page holds. */
  static Report read(Path page, List<String> names) throws IOException {
    Report report = new Report(page);
    names.forEach(name -> report.rows.put(name, new ArrayList<>()));
    for (String line : Files.exists(page) ? Files.readAllLines(page) : List.<String>of()) {
      String[] cells = line.split("\\|", 3);
      List<String> known = cells.length == 3 ? report.rows.get(cells[1].strip()) : null;
      if (known != null && line.chars().filter(c -> c == '|').count() == 9) {
        known.add(line);
      }
    }
    return report;
  }

  /** Replaces the rows of one measurement. */
  void put(String name, List<Figure> figures, String date) {
    rows.put(name, new ArrayList<>(figures.stream().map(f -> row(name, f, date)).toList()));
  }

  private static String row(String name, Figure f, String date) {
    return "| "
        + String.join(
            " | ",
            name,
            f.what(),
            f.budget(),
            f.medianText(),
            f.spread(),
            Integer.toString(f.samples().size()),
            f.verdict(),
            date)
        + " |";
  }

  /** Writes the page. */
  void write(String machine, List<Measurement> measurements) throws IOException {
    StringBuilder text = new StringBuilder(BEGIN).append("\n\nMachine: ").append(machine);
    text.append(".\n\n").append(HEAD).append('\n');
    rows.values().forEach(list -> list.forEach(row -> text.append(row).append('\n')));
    text.append("\nWhat was run, by `scripts/bench --only NAME`:\n\n");
    for (Measurement m : measurements) {
      text.append("* **").append(m.name()).append("**: ").append(m.how()).append('\n');
    }
    text.append('\n').append(END);
    String old = Files.exists(page) ? Files.readString(page) : "# Performance\n\n" + BEGIN + END;
    int begin = old.indexOf(BEGIN);
    int end = old.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(page + " has lost its marks " + BEGIN + " and " + END);
    }
    Files.writeString(page, old.substring(0, begin) + text + old.substring(end + END.length()));
  }
}
