package io.rrrspec.experiments.change;

import io.rrrspec.client.source.Packer;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.SetupWishes;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.experiments.change.Input.Demand;
import io.rrrspec.experiments.change.Input.Role;
import io.rrrspec.worker.agent.workspace.CancellablePrograms;
import io.rrrspec.worker.agent.workspace.Synced;
import io.rrrspec.worker.agent.workspace.WorkerDirectory;
import io.rrrspec.worker.agent.workspace.WorkspaceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Whether a client and a worker bring what has changed into the workspace, and the worker skips its
 * set-up: with the real sending, fetching and comparing.
 */
final class SetUpDecision implements Decisions.Asked {
  private static final String NAME = "project";

  private final Path source;
  private final Path counter;
  private final RsyncInfo place;
  private final WorkerDirectory work;
  private final Synced synced;
  private String complaint = "";

  SetUpDecision(Path root) throws IOException {
    Site site = new Site(Files.createDirectories(root.resolve("site")));
    site.clear();
    GreenProjects.EVERYTHING.write(site);
    source = site.client();
    counter = root.resolve("counter");
    Path files = Files.createDirectories(root.resolve("files"));
    String options = SettingsTable.RSYNC_OPTIONS.defaultText();
    place = new RsyncInfo(files.toString(), options == null ? "" : options);
    work = WorkerDirectory.open(root.resolve("work"));
    synced = new Synced(work, null, () -> Optional.of(place), false, InstantSource.system(), null);
  }

  @Override
  public List<Input> inputs() throws IOException {
    List<Input> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.walk(source)) {
      files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .filter(file -> isSent(source.relativize(file)))
          .sorted()
          .forEach(file -> inputs.add(new Input(Role.PROJECT, file)));
    }
    return inputs;
  }

  private static boolean isSent(Path path) {
    return !path.startsWith("build") && !path.startsWith(".rrrspec") && !path.startsWith("target");
  }

  @Override
  public Demand demand(Input input, Operation operation) {
    return operation == Operation.TOUCH ? Demand.ANY : Demand.CHANGED;
  }

  @Override
  public boolean isChanged() throws IOException, InterruptedException {
    Files.deleteIfExists(counter);
    if (!new Packer().send(source, place, NAME, () -> false)) {
      throw new IOException("the sources are not sent");
    }
    Path workspace = synced.prepare(request());
    complaint = difference(tree(source), tree(workspace));
    return Files.exists(counter);
  }

  private WorkspaceRequest request() {
    Taskset taskset =
        Taskset.of("change:taskset:1")
            .rsyncName(NAME)
            .commands("echo x >>'" + counter + "'", "true")
            .tasksetClass("class")
            .status(TasksetStatus.RUNNING)
            .counts(0, 0, 1)
            .build();
    return new WorkspaceRequest(
        "change:worker:w",
        taskset,
        new SetupWishes(true, false, Map.of()),
        Map.of("NUM_SLAVES", "1"),
        new CancellablePrograms(synced.mark()),
        line -> {},
        () -> {});
  }

  /** What a directory holds: paths, what they are, and what is in them. */
  private static Map<String, String> tree(Path root) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(file -> isSent(root.relativize(file))).toList()) {
        String name = root.relativize(file).toString();
        if (Files.isSymbolicLink(file)) {
          tree.put(name, "link to " + Files.readSymbolicLink(file));
        } else if (Files.isDirectory(file)) {
          tree.put(name, "directory");
        } else {
          tree.put(
              name,
              "file " + Files.isExecutable(file) + " " + Arrays.hashCode(Files.readAllBytes(file)));
        }
      }
    }
    return tree;
  }

  private static String difference(Map<String, String> sent, Map<String, String> received) {
    Map<String, String> missing = new TreeMap<>(sent);
    missing.entrySet().removeAll(received.entrySet());
    Map<String, String> surplus = new TreeMap<>(received);
    surplus.entrySet().removeAll(sent.entrySet());
    return missing.isEmpty() && surplus.isEmpty()
        ? ""
        : "the worker lacks " + missing.keySet() + " and has " + surplus.keySet();
  }

  @Override
  public String complaint() {
    return complaint;
  }

  @Override
  public void close() {
    work.close();
  }
}
