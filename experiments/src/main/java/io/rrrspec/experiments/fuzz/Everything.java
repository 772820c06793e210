package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.Removal;
import io.rrrspec.common.redis.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All targets, each with its share: so many are dear that take milliseconds. */
final class Everything implements AutoCloseable {
  private static final int WORDS = 35;

  private final Path directory;
  private final Stage stage;
  private final LogWatch log;
  private final Campaign campaign;

  private Everything(Path directory, Stage stage, LogWatch log, Campaign campaign) {
    this.directory = directory;
    this.stage = stage;
    this.log = log;
    this.campaign = campaign;
  }

  /**
   * Starts them.
   *
   * @param cache where the executable of Redis is kept
   * @param only the kind of the only one; null: all
   * @throws UsageException if there is no such kind
   */
  static Everything start(Path cache, long seed, @Nullable String only) throws IOException {
    Path directory = Files.createTempDirectory("rrrspec-fuzz");
    LogWatch log = LogWatch.begin();
    Stage stage = new Stage(directory.resolve("stage"), cache);
    Campaign campaign = new Campaign(seed);
    Everything everything = new Everything(directory, stage, log, campaign);
    try {
      add(targets(directory, stage, log), campaign, only);
      return everything;
    } catch (UsageException | IOException e) {
      everything.close();
      throw e;
    }
  }

  private static void add(Map<Target, Integer> shares, Campaign campaign, @Nullable String only) {
    List<String> kinds = shares.keySet().stream().map(Target::kind).toList();
    if (only != null && !kinds.contains(only)) {
      throw new UsageException(
          "--only is '" + only + "': write one of " + String.join(", ", kinds));
    }
    shares.forEach(
        (target, share) -> {
          if (only == null || only.equals(target.kind())) {
            campaign.add(target, share);
          }
        });
  }

  private static Map<Target, Integer> targets(Path directory, Stage stage, LogWatch log)
      throws IOException {
    SavedState saved = SavedState.make(stage.stores());
    List<String> ids =
        List.of(
            Keys.lastPart(saved.copy(0).runs().bad()),
            Keys.lastPart(saved.copy(0).runs().over()),
            Installation.REQUEST,
            Installation.FLOW,
            Installation.RED,
            "pr",
            "default",
            "reports",
            "1");
    FileTargets files = new FileTargets(directory.resolve("files"));
    ReportTargets reports = new ReportTargets(directory.resolve("reports"));
    Map<Target, Integer> all = new LinkedHashMap<>();
    all.put(RedisTarget.keys(stage, saved, log), 6);
    all.put(RedisTarget.bytes(stage, saved, log), 3);
    all.put(RedisTarget.times(stage, saved, log), 3);
    all.put(
        new FreshState(
            saved,
            new HttpTarget(
                "HTTP of the server",
                stage.serverPort(),
                Ports.serverRoutes(),
                Ports.serverParameters(),
                ids)),
        25);
    all.put(
        new FreshState(
            saved,
            new HttpTarget(
                "HTTP of the viewer",
                stage.viewerPort(),
                Ports.viewerRoutes(),
                Ports.viewerParameters(),
                ids)),
        12);
    all.put(new FreshState(saved, new LineTarget(stage.linePort())), 12);
    all.put(new ArchiveTarget(directory.resolve("archives")), 15);
    all.put(new OutputTarget(), 20);
    all.put(files.settings(), 130);
    all.put(files.environment(), 100);
    all.put(files.project(), 80);
    all.put(files.reports(), 60);
    all.put(files.flow(), 80);
    all.put(reports.junitXml(), 12);
    all.put(reports.terminal(), 50);
    all.put(reports.buildServer(), 30);
    all.put(reports.coloured(), 30);
    WordTargets.all().forEach(target -> all.put(target, WORDS));
    return all;
  }

  Campaign campaign() {
    return campaign;
  }

  @Override
  public void close() {
    stage.close();
    log.close();
    try {
      Removal.of(directory);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
