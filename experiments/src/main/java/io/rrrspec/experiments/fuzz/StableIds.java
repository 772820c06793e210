package io.rrrspec.experiments.fuzz;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Other names for what was drawn by lot, the same ones in each process. */
final class StableIds {
  private static final Pattern DRAWN =
      Pattern.compile(
          "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
              + "|(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])");

  /** Orders texts as if nothing in them were drawn. */
  static final Comparator<String> ORDER =
      Comparator.comparing(StableIds::masked).thenComparing(Comparator.naturalOrder());

  private StableIds() {}

  private static String masked(String text) {
    return DRAWN.matcher(text).replaceAll("_");
  }

  /** Names for all that is drawn in some texts, by the order in which they come. */
  static Map<String, String> of(Collection<String> texts, List<String> kept) {
    Map<String, String> names = new LinkedHashMap<>();
    for (String text : texts) {
      Matcher matcher = DRAWN.matcher(text);
      while (matcher.find()) {
        String drawn = matcher.group();
        if (!kept.contains(drawn)) {
          names.computeIfAbsent(drawn, one -> name(names.size(), one.length()));
        }
      }
    }
    return names;
  }

  private static String name(int number, int length) {
    String uuid = new UUID(0x1000, number).toString();
    return length == uuid.length() ? uuid : uuid.replace("-", "").substring(4);
  }
}
