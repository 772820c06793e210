package io.rrrspec.experiments.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines to the command port: each is answered, and a good one behind hostile ones is carried out.
 */
final class LineTarget implements Target {
  private static final List<String> LINES =
      List.of(
          "help",
          "queue list",
          "queue show pr",
          "queue create q1",
          "queue create q1 priority 1 rate 10 ceil 20 discipline fair",
          "queue set pr rate 5",
          "queue destroy q1",
          "queue contents pr",
          "queue push pr shell echo 1",
          "queue history pr",
          "job show 1",
          "job cancel 1",
          "job prefer 2",
          "job move 2 nightly",
          "job list",
          "status",
          "auth x",
          "quit");
  private static final String LAST = "no such line\n";
  private static final int LONGEST = 70_000;

  private final int port;

  LineTarget(int port) {
    this.port = port;
  }

  @Override
  public String kind() {
    return "command port";
  }

  @Override
  public Outcome feed(Draw draw) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 1 + draw.below(4); i > 0; i--) {
      lines.add(line(draw));
    }
    String text = String.join("\n", lines) + "\n" + LAST;
    draw.tell(text);
    byte[] answer = RawHttp.exchange(port, HostileText.bytes(draw, text));
    String said = new String(answer, StandardCharsets.UTF_8);
    boolean any = said.startsWith("+") || said.startsWith("-");
    Harm.unless(any, "a line has no answer: " + said);
    Harm.unless(!said.contains("Exception"), "an answer names a class: " + said);
    Printed.requireHarmless("an answer", said);
    boolean done = said.startsWith("+") || said.contains("\n+");
    return done ? Outcome.TAKEN : Outcome.REFUSED;
  }

  private static String line(Draw draw) {
    String line =
        draw.oneIn(5) ? HostileText.any(draw) : HostileText.mutated(draw, draw.one(LINES));
    return line.length() > LONGEST ? line.substring(0, LONGEST) : line;
  }
}
