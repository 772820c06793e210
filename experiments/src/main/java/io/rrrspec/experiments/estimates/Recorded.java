package io.rrrspec.experiments.estimates;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Real suites, as their JUnit reports measured them.
 *
 * @param name of the resource, without its ending
 * @param runs oldest first: by class, what it took
 * @param sizes by class, bytes
 */
record Recorded(String name, List<Map<String, Duration>> runs, Map<String, Long> sizes) {
  static Recorded read(String name) throws IOException {
    List<Map<String, Duration>> runs = new ArrayList<>();
    Map<String, Long> sizes = new LinkedHashMap<>();
    InputStream in = Recorded.class.getResourceAsStream(name + ".csv");
    if (in == null) {
      throw new IOException(name + ".csv is not on the class path");
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("#")) {
          continue;
        }
        String[] fields = line.split(",", -1);
        sizes.put(fields[0], Long.parseLong(fields[1]));
        for (int i = 2; i < fields.length; i++) {
          if (runs.size() < i - 1) {
            runs.add(new LinkedHashMap<>());
          }
          if (!fields[i].isEmpty()) {
            runs.get(i - 2).put(fields[0], Duration.ofMillis(Long.parseLong(fields[i])));
          }
        }
      }
    }
    return new Recorded(name, runs, sizes);
  }

  /** As it was. */
  History asItWas() {
    return new History(
        name + " as recorded",
        runs.stream().map(took -> History.Run.of(took, Set.of(), sizes)).toList());
  }

  /** So many runs, each of them one of the recorded ones, by lot. */
  History drawn(int count, long seed) {
    Random random = new Random(seed);
    List<History.Run> drawn = new ArrayList<>();
    List<History.Run> all = asItWas().runs();
    for (int i = 0; i < count; i++) {
      drawn.add(all.get(random.nextInt(all.size())));
    }
    return new History(name + ", runs drawn by lot", drawn);
  }
}
