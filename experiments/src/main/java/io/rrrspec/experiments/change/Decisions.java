package io.rrrspec.experiments.change;

import io.rrrspec.experiments.change.Input.Demand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random changes of single files, and what is decided about them without Maven: whether prepare is
 * skipped, and whether a worker fetches what has changed and skips its set-up. Each change is taken
 * back afterwards, which is one, too; and in between nothing changes, which has to be noticed as
 * well.
 */
final class Decisions {
  private final long seed;
  private final PrintStream progress;
  private final Map<Operation, int[]> counts = new EnumMap<>(Operation.class);
  private final List<String> wrong = new ArrayList<>();
  private int changes;
  private int quiet;

  Decisions(long seed, PrintStream progress) {
    this.seed = seed;
    this.progress = progress;
  }

  /** Something that decides. */
  interface Asked extends AutoCloseable {
    /** The files that may be changed. */
    List<Input> inputs() throws IOException;

    /** What has to be decided after an operation. */
    Demand demand(Input input, Operation operation);

    /** Asks; returns whether it was decided that something has changed. */
    boolean isChanged() throws IOException, InterruptedException;

    /** What is wrong with the files that came of it; empty if nothing is. */
    String complaint() throws IOException;

    @Override
    void close();
  }

  /** Asks whether prepare is skipped. */
  void prepare(Path root, int times) throws IOException, InterruptedException {
    try (Asked asked = new PrepareDecision(root)) {
      ask("prepare", asked, times);
    }
  }

  /** Asks whether a worker fetches what has changed, and skips its set-up. */
  void setUp(Path root, int times) throws IOException, InterruptedException {
    try (Asked asked = new SetUpDecision(root)) {
      ask("set-up", asked, times);
    }
  }

  private void ask(String what, Asked asked, int times) throws IOException, InterruptedException {
    Random random = new Random(seed);
    List<Input> inputs = asked.inputs();
    asked.isChanged();
    expect(what, asked, "nothing", Demand.UNCHANGED);
    int made = 0;
    while (made < times) {
      Input input = inputs.get(random.nextInt(inputs.size()));
      Operation[] all = Operation.values();
      Operation operation = all[random.nextInt(all.length)];
      if (!Files.isRegularFile(input.file())) {
        continue; // a link; it is what the enclosing directory's other files are changed beside
      }
      Path other = operation.other(input.file(), random);
      FileState before = FileState.of(input.file());
      FileState beside = FileState.of(other);
      String words = input.file() + ": " + operation.words();
      Demand demand = asked.demand(input, operation);
      operation.apply(input.file(), other, random);
      boolean right = expect(what, asked, words, demand);
      count(operation, right);
      nothing(what, asked, words, random);
      if (!other.equals(input.file())) {
        beside.restore();
      }
      before.restore();
      // What was not seen need not be seen the other way either; a build makes products again.
      Demand back = right && input.role() != Input.Role.PRODUCT ? demand : Demand.ANY;
      count(operation, expect(what, asked, words + ", taken back", back));
      nothing(what, asked, words + ", taken back", random);
      made += 2;
      changes += 2;
      if (made % 500 == 0) {
        progress.println(what + ": " + made + " changes, " + wrong.size() + " wrong");
      }
    }
  }

  private void nothing(String what, Asked asked, String after, Random random)
      throws IOException, InterruptedException {
    if (random.nextInt(4) == 0) {
      expect(what, asked, "nothing, after " + after, Demand.UNCHANGED);
      quiet++;
    }
  }

  private boolean expect(String what, Asked asked, String words, Demand demand)
      throws IOException, InterruptedException {
    boolean changed = asked.isChanged();
    String complaint = asked.complaint();
    if (complaint.isEmpty() && demand == Demand.CHANGED && !changed) {
      complaint = "taken for unchanged";
    } else if (complaint.isEmpty() && demand == Demand.UNCHANGED && changed) {
      complaint = "taken for changed";
    }
    if (complaint.isEmpty()) {
      return true;
    }
    String line = what + ": " + words + ": " + complaint;
    wrong.add(line);
    progress.println("WRONG: " + line);
    return false;
  }

  private void count(Operation operation, boolean right) {
    int[] count = counts.computeIfAbsent(operation, o -> new int[2]);
    count[0]++;
    count[1] += right ? 0 : 1;
  }

  boolean isClean() {
    return wrong.isEmpty();
  }

  int changes() {
    return changes;
  }

  List<String> wrong() {
    return wrong;
  }

  /** A table, and a line for each wrong decision. */
  String text() {
    StringBuilder text =
        new StringBuilder("| change of one file | changes | wrong |\n|---|---|---|\n");
    counts.forEach(
        (operation, count) ->
            text.append("| %s | %d | %d |\n".formatted(operation.words(), count[0], count[1])));
    text.append("| all | %d | |\n\n".formatted(changes));
    text.append(
        "%d times nothing had changed in between; %d wrong in all%n%n"
            .formatted(quiet, wrong.size()));
    wrong.forEach(line -> text.append("WRONG: ").append(line).append('\n'));
    return text.toString();
  }
}
