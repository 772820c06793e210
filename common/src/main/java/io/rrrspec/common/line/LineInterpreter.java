package io.rrrspec.common.line;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.store.Stores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Carries out the lines that look after queues and jobs, for the command port, the command line and
 * whoever else has some.
 */
public final class LineInterpreter {
  private final Map<String, Verb> verbs = new LinkedHashMap<>();

  /**
   * What a line may begin with.
   *
   * @param usage how it is written
   * @param about what it does, in a few words
   * @param action does it
   */
  record Verb(String usage, String about, Function<Words, Reply> action) {}

  /**
   * Makes one.
   *
   * @param user who writes the lines, where a job needs somebody who has asked for it
   */
  public LineInterpreter(Stores stores, String user) {
    new QueueLines(stores, user).addTo(verbs);
    new JobLines(stores).addTo(verbs);
    StatusLines status = new StatusLines(stores);
    add("status", "status", "workers and queues by group", words -> status.status());
    add("help", "help", "this list", words -> help());
  }

  private void add(String name, String usage, String about, Function<Words, Reply> action) {
    verbs.put(
        name,
        new Verb(
            usage,
            about,
            words -> {
              words.end();
              return action.apply(words);
            }));
  }

  private Reply help() {
    List<String> lines = new ArrayList<>();
    verbs.values().forEach(v -> lines.add(String.format("%-52s %s", v.usage(), v.about())));
    lines.add(String.format("%-52s %s", "auth TOKEN", "the first line, if the server has a token"));
    lines.add(String.format("%-52s %s", "quit", "end the connection"));
    return Reply.of(lines);
  }

  /**
   * Carries out a line.
   *
   * @param line without its end
   * @return what came of it; a mistake in the line is an {@link Reply.Error}
   * @throws RuntimeException if Redis does not serve: see {@link io.rrrspec.common.redis.Outage}
   */
  public Reply interpret(String line) {
    try {
      return interpret(line, new Words(line, "help for a list of all lines"));
    } catch (UsageException e) {
      return new Reply.Error(String.valueOf(e.getMessage()));
    }
  }

  private Reply interpret(String line, Words words) {
    String first = words.nextOrNull();
    if (first == null) {
      throw new UsageException("the line is empty: write help for a list of all lines");
    }
    boolean two = first.equals("queue") || first.equals("job");
    String second = two ? words.nextOrNull() : null;
    String name = second == null ? first : first + " " + second;
    Verb verb = verbs.get(name);
    if (verb == null) {
      throw new UsageException(
          "'"
              + name
              + "' is no command"
              + NearestName.hint(name, verbs.keySet(), ": write help for a list of all lines"));
    }
    Words own = new Words(line, verb.usage());
    own.nextOrNull();
    if (two) {
      own.nextOrNull();
    }
    return verb.action().apply(own);
  }
}
