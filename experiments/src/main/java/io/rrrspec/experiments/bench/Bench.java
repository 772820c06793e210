package io.rrrspec.experiments.bench;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures, prints what it finds, and writes it into docs/performance.md. */
@Command(
    name = "scripts/bench",
    mixinStandardHelpOptions = true,
    version = "of this checkout",
    sortOptions = false,
    description = {
      "Measures the budgets of the design against a redis-server of its own",
      "and writes the figures into docs/performance.md."
    })
final class Bench implements Callable<Integer> {
  private static final List<Measurement> ALL =
      List.of(
          new Commands(),
          new Coordination(),
          new Throughput(),
          new Scripts(),
          new Edges(),
          new FirstTest(),
          new Jobs(),
          new Launch(),
          new Growth(),
          new CommandRun(),
          new Idle(),
          new Crowd());

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description =
          "commands, coordination, throughput, scripts, edges, growth, command-run, junit, jobs, launch,"
              + " idle or crowd; default all")
  private List<String> only = new ArrayList<>();

  @Option(names = "--repeats", paramLabel = "N", description = "how often each; default 3")
  private int repeats = 3;

  @Option(
      names = "--quick",
      description = "a tenth of the tasks; prints, and leaves the page as it is")
  private boolean quick;

  @Option(names = "--page", hidden = true)
  private Path page = Path.of("docs", "performance.md");

  @Spec private CommandLine.Model.CommandSpec spec;

  Bench(CommandLine.Model.CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws Exception {
    List<String> names = ALL.stream().map(Measurement::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new ParameterException(
            spec.commandLine(), "--only " + name + ": there are " + String.join(", ", names));
      }
    }
    Effort effort = new Effort(repeats, quick);
    String date = LocalDate.now(ZoneOffset.UTC).toString();
    boolean missed = false;
    try (BenchRedis redis = BenchRedis.start()) {
      String machine = Machine.facts(redis);
      System.out.println(machine);
      for (Measurement measurement : ALL) {
        if (only.isEmpty() || only.contains(measurement.name())) {
          System.out.println("\n" + measurement.name() + ": " + measurement.how());
          List<Figure> figures = measurement.measure(redis, effort);
          figures.forEach(Bench::print);
          missed |= figures.stream().anyMatch(f -> f.verdict().contains("missed"));
          if (!quick) {
            Report report = Report.read(page, names);
            report.put(measurement.name(), figures, date);
            report.write(machine, ALL);
          }
        }
      }
    }
    return missed ? 1 : 0;
  }

  private static void print(Figure f) {
    System.out.printf(
        "  %-78s %-16s (%s)  %s %s%n",
        f.what(), f.medianText(), f.spread(), f.budget(), f.verdict());
  }

  public static void main(String[] args) {
    CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
    System.exit(new CommandLine(new Bench(spec)).execute(args));
  }
}
