package io.rrrspec.common.cron;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Times as cron describes them: minute, hour, day of the month, month and day of the week, with the
 * second before them if there are six fields. A time of day that the clocks pass over in spring
 * does not come on that day; one that comes twice in autumn counts once, unless the hour is {@code
 * *}.
 */
public final class CronTimes {
  private final String text;
  private final ZoneId zone;
  private final ExecutionTime times;

  private CronTimes(String text, ZoneId zone, ExecutionTime times) {
    this.text = text;
    this.zone = zone;
    this.times = times;
  }

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException if there is no such time; the message says why, without a full
   *     stop
   */
  public static CronTimes parse(String text, ZoneId zone) {
    CronType type = text.strip().split("\\s+").length == 6 ? CronType.SPRING53 : CronType.UNIX;
    ExecutionTime times;
    try {
      times =
          ExecutionTime.forCron(
              new CronParser(CronDefinitionBuilder.instanceDefinitionFor(type))
                  .parse(text)
                  .validate());
    } catch (RuntimeException e) {
      // The library throws whatever comes to it where it is given words that it does not know.
      String said = e instanceof IllegalArgumentException ? e.getMessage() : null;
      throw new IllegalArgumentException(reason(text, said), e);
    }
    CronTimes all = new CronTimes(text.strip(), zone, times);
    if (all.next(Instant.EPOCH).isEmpty()) {
      throw new IllegalArgumentException("there is no such day");
    }
    return all;
  }

  private static String reason(String text, @Nullable String said) {
    int fields = text.strip().split("\\s+").length;
    if (fields != 5 && fields != 6) {
      return "it has " + (fields == 1 ? "1 field" : fields + " fields") + " instead of 5";
    }
    String all = said == null || said.isBlank() ? "it cannot be read" : said;
    String own =
        all.replaceFirst("^Failed to parse cron expression\\. ", "").replaceFirst("[.!]$", "");
    return own.substring(0, 1).toLowerCase(Locale.ROOT) + own.substring(1);
  }

  /**
   * Reads a time zone such as {@code Europe/Berlin} or {@code UTC}.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("there is no such time zone", e);
    }
  }

  /** The first one after a time; empty if there is none any more. */
  public Optional<Instant> next(Instant after) {
    return times.nextExecution(at(after)).map(ZonedDateTime::toInstant);
  }

  /** The last one that is not after a time; empty if there was none. */
  public Optional<Instant> last(Instant until) {
    // One that is this very second counts, and the library looks for earlier ones.
    return times
        .lastExecution(at(Instant.ofEpochSecond(until.getEpochSecond() + 1)))
        .map(ZonedDateTime::toInstant);
  }

  private ZonedDateTime at(Instant time) {
    return time.atZone(ZoneOffset.UTC).withZoneSameInstant(zone);
  }

  @Override
  public String toString() {
    return text + " (" + zone + ")";
  }
}
