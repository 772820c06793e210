package io.rrrspec.common.flow.file;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads steps, with all below them. */
final class StepReader {
  private static final int DEEPEST = 20;
  private static final int MOST = 10_000;

  private final WorkReader works;

  /**
   * @param queue serves steps that name none
   */
  StepReader(@Nullable String queue) {
    works = new WorkReader(queue);
  }

  /** Steps that are read, with their number after the matrix, chains and groups counted, too. */
  record Steps(List<FileStep> steps, int count, UsableSteps usable) {}

  /** A step that is read, with its number of steps. */
  private record Sized(FileStep step, int count, UsableSteps usable) {}

  /**
   * What is around a list.
   *
   * @param depth how many lists it stands in, itself counted
   * @param variables how many variables the steps around it have
   * @param copied whether a matrix makes several of it
   * @param before the steps that end before it begins
   */
  private record Around(int depth, int variables, boolean copied, UsableSteps before) {}

  /** The steps of a flow. They know nothing of the variables of the steps around them yet. */
  Steps read(Entry list) {
    return list(list, StepKind.CHAIN, new Around(1, 0, false, new UsableSteps(null)));
  }

  /**
   * Reads a list.
   *
   * @param in whether its steps run one after the other or at once
   */
  private Steps list(Entry list, StepKind in, Around around) {
    if (around.depth() > DEEPEST) {
      throw list.place().wrong("nested too deep: chains and groups may be nested 20 deep");
    }
    List<YamlNode> items = Values.list(list, Integer.MAX_VALUE, "a list of steps, one at least");
    StepNames names = new StepNames(items);
    List<FileStep> steps = new ArrayList<>();
    int count = 0;
    UsableSteps own = new UsableSteps(around.before());
    Around inside =
        new Around(
            around.depth(),
            around.variables(),
            around.copied(),
            in == StepKind.GROUP ? around.before() : own);
    for (YamlNode item : items) {
      if (!(item instanceof Mapping map)) {
        throw item.place()
            .wrong("a step is " + Values.shown(item) + ": write a map, such as {shell: make}");
      }
      StepKeys.check(map);
      When when = when(map.get("when"), in, steps.isEmpty());
      StepKind kind = StepKeys.kind(map);
      Entry work = StepKeys.work(map, kind);
      String name = names.next(map, kind, work, steps.size() + 1);
      Sized sized = step(map, kind, name, when, inside);
      count = sum(list, count, sized.count());
      steps.add(sized.step());
      own.addAll(sized.usable());
    }
    return new Steps(steps, count, own);
  }

  private static When when(@Nullable Entry entry, StepKind in, boolean first) {
    if (entry == null) {
      return When.SUCCEEDED;
    }
    String word = Values.line(entry, StepNames.LONGEST, "always or failed");
    if (!word.equals(When.ALWAYS.word()) && !word.equals(When.FAILED.word())) {
      throw Values.wrong(entry, entry.value(), "always or failed");
    }
    if (in == StepKind.GROUP) {
      throw entry.place().wrong("'when' in a group, whose steps run at once: move it to a chain");
    }
    if (first) {
      throw entry.place().wrong("'when' in the first step, which runs after nothing: remove it");
    }
    return word.equals(When.ALWAYS.word()) ? When.ALWAYS : When.FAILED;
  }

  private Sized step(Mapping map, StepKind kind, String name, When when, Around around) {
    Entry envEntry = map.get("env");
    Entry matrix = map.get("matrix");
    Map<String, String> env = envEntry == null ? Map.of() : VariableReader.variables(envEntry);
    List<Map<String, String>> combinations =
        matrix == null ? List.of() : VariableReader.combinations(matrix);
    int all = around.variables() + env.size();
    if (envEntry != null && all > VariableReader.MOST) {
      throw VariableReader.tooMany(envEntry);
    }
    if (matrix != null) {
      all += refuseDoubled(matrix, env, combinations.get(0));
    }
    Entry work = StepKeys.work(map, kind);
    boolean copied = around.copied() || matrix != null;
    Steps below =
        kind == StepKind.CHAIN || kind == StepKind.GROUP
            ? list(work, kind, new Around(around.depth() + 1, all, copied, around.before()))
            : new Steps(List.of(), 0, new UsableSteps(null));
    StepWork does = works.read(map, kind, work, below.steps(), around.before());
    FileStep step = new FileStep(name, when, env, does);
    below.usable().add(name, new UsableSteps.Usable(idOf(does), copied, !below.steps().isEmpty()));
    int count = 1 + below.count();
    return matrix == null
        ? new Sized(step, sum(work, count, 0), below.usable())
        : new Sized(
            copies(matrix, step, combinations),
            product(matrix, combinations.size(), count),
            below.usable());
  }

  private static String idOf(StepWork work) {
    return work instanceof StepWork.Shell shell ? shell.files().id() : "";
  }

  private static int refuseDoubled(
      Entry matrix, Map<String, String> env, Map<String, String> combination) {
    for (String name : combination.keySet()) {
      if (env.containsKey(name)) {
        throw matrix
            .place()
            .wrong("'" + name + "' is in 'matrix' and in 'env': remove one of them");
      }
    }
    return combination.size();
  }

  /** Copies share what they do. */
  private static FileStep copies(
      Entry matrix, FileStep step, List<Map<String, String>> combinations) {
    Set<String> names = new HashSet<>();
    List<FileStep> copies = new ArrayList<>();
    for (Map<String, String> combination : combinations) {
      String name = StepNames.ofCopy(step.name(), combination);
      if (!names.add(name)) {
        throw matrix
            .place()
            .wrong("two combinations have the name " + Values.quoted(name) + ": change a value");
      }
      copies.add(new FileStep(name, When.SUCCEEDED, combination, step.work()));
    }
    return new FileStep(step.name(), step.when(), step.env(), new StepWork.Group(copies));
  }

  private static int product(Entry entry, int copies, int count) {
    return sum(entry, copies * count, 1);
  }

  private static int sum(Entry entry, int a, int b) {
    if (a + b > MOST) {
      throw tooMany(entry);
    }
    return a + b;
  }

  private static UsageException tooMany(Entry entry) {
    return entry
        .place()
        .wrong("more than 10,000 steps, with those that a matrix makes: make several flows of it");
  }
}
