package io.rrrspec.common.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Argument;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.process.BoundedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The jobs that requests may name.
 *
 * @param byName as the servers' file defines them
 */
public record RequestJobs(Map<String, RequestJob> byName) {
  private static final int MOST_SHOWN = 40;

  public RequestJobs {
    byName = Map.copyOf(byName);
  }

  public Optional<RequestJob> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /**
   * The definition of a job.
   *
   * @throws UsageException if there is none; the message names those that there are
   */
  public RequestJob get(String name) {
    RequestJob job = byName.get(name);
    if (job == null) {
      throw new UsageException(
          "there is no job '"
              + shown(name)
              + "'"
              + (byName.isEmpty()
                  ? ": the server's file has no request_jobs"
                  : NearestName.hint(name, names(), ": there are " + String.join(", ", names()))));
    }
    return job;
  }

  private List<String> names() {
    return byName.keySet().stream().sorted().toList();
  }

  /**
   * Whether an entry can be carried out.
   *
   * @param args all that it is called with
   * @param whole whether all arguments are there; else the job before may give those that are
   *     missing
   * @throws UsageException if it cannot
   */
  public void check(String name, ObjectNode args, boolean whole) {
    RequestJob job = get(name);
    for (Map.Entry<String, Argument> one : job.args().entrySet()) {
      JsonNode value = args.get(one.getKey());
      if (value == null || value.isNull()) {
        if (whole && !one.getValue().optional()) {
          throw new UsageException(
              "the job '"
                  + name
                  + "' lacks its argument '"
                  + one.getKey()
                  + "': write a "
                  + one.getValue().type().text());
        }
      } else if (!one.getValue().type().fits(value) || value.asText().indexOf('\0') >= 0) {
        throw new UsageException(
            "the argument '"
                + one.getKey()
                + "' of the job '"
                + name
                + "' is "
                + shown(value.toString())
                + ": write a "
                + one.getValue().type().text());
      }
    }
  }

  /**
   * Refuses arguments that a job does not have. What a job before has given is not held to this.
   *
   * @throws UsageException if there is one
   */
  public void checkNames(String name, ObjectNode args) {
    List<String> known = new ArrayList<>(get(name).args().keySet());
    for (Map.Entry<String, JsonNode> one : args.properties()) {
      if (!known.contains(one.getKey())) {
        throw new UsageException(
            "the job '"
                + name
                + "' has no argument '"
                + shown(one.getKey())
                + "'"
                + (known.isEmpty()
                    ? ": it has none"
                    : NearestName.hint(
                        shown(one.getKey()), known, ": it has " + String.join(", ", known))));
      }
    }
  }

  /** A part of one line, however long it is and whatever it has. */
  static String shown(String text) {
    return BoundedText.cut(text, MOST_SHOWN).replaceAll("\\p{Cntrl}", "?");
  }
}
