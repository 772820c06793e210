package io.rrrspec.client.collect;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.collect.MadeFile;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.coverage.AgentFiles;
import io.rrrspec.common.files.IoReason;
import io.rrrspec.common.files.Removal;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.store.CollectStore;
import io.rrrspec.common.store.CollectStore.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Takes the files of one run from where its workers have put them. */
public final class Collecting {
  private final CollectRequest request;
  private final Path directory;
  private final Refusals refusals = new Refusals();
  private final Set<Part> taken = new HashSet<>();

  /**
   * Of one run.
   *
   * @param directory of the sources, where the files go; absolute
   */
  public Collecting(CollectRequest request, Path directory) {
    this.request = request;
    this.directory = directory;
  }

  /**
   * Takes them.
   *
   * @param parts whose files are there
   * @param stop whether to give up; looked at all the time
   * @return what came back; for what did not, see {@link #lines}
   */
  public CollectedFiles take(
      String tasksetKey,
      List<Part> parts,
      RsyncInfo place,
      SourceFiles sources,
      BooleanSupplier stop)
      throws InterruptedException {
    AgentFiles agents = agents();
    PlacedFiles placed = new PlacedFiles(directory, sources, agents, refusals);
    FetchedFiles there = new FetchedFiles(place, stop);
    ChosenFiles chosen = new ChosenFiles(request, refusals);
    Path scratch = null;
    try {
      scratch = Files.createTempDirectory("rrrspec-collect");
      Path nowhere = Files.createDirectory(scratch.resolve(".nowhere"));
      Map<Part, List<MadeFile>> offered = new LinkedHashMap<>();
      for (Part part : parts) {
        if (!SafeName.isSafe(part.name())) {
          refusals.say("the files of a worker without a proper name were not collected");
          continue;
        }
        try {
          String remote = CollectStore.directory(tasksetKey, part.name());
          offered.put(part, there.list(remote, nowhere));
        } catch (ServiceException e) {
          refusals.say("the files of " + part.name() + " were not collected: " + e.getMessage());
        }
      }
      Map<Part, List<MadeFile>> wanted = chosen(chosen, offered, agents);
      Map<String, Map<String, Path>> fetched = new TreeMap<>();
      for (Part part : offered.keySet()) {
        try {
          String remote = CollectStore.directory(tasksetKey, part.name());
          List<MadeFile> files = wanted.getOrDefault(part, List.of());
          Path to = Files.createDirectory(scratch.resolve(part.name()));
          there.fetch(remote, files, to, scratch.resolve(".list"));
          files.forEach(file -> add(fetched, file, part, to));
          taken.add(part);
        } catch (ServiceException e) {
          refusals.say("the files of " + part.name() + " were not collected: " + e.getMessage());
        }
      }
      placed.place(fetched);
      if (placed.hasFailed()) {
        taken.clear();
      }
    } catch (IOException e) {
      refusals.say(
          "files were not collected: a temporary directory cannot be used: " + IoReason.of(e));
    } finally {
      if (scratch != null) {
        Removal.of(scratch);
      }
    }
    refusals.say(chosen.leftOut());
    return placed.collected();
  }

  /** The bounds are those of all workers, and a report without one file of JaCoCo is wrong. */
  private Map<Part, List<MadeFile>> chosen(
      ChosenFiles chosen, Map<Part, List<MadeFile>> offered, AgentFiles agents) {
    Map<Part, List<MadeFile>> all = new LinkedHashMap<>();
    for (boolean coverage : new boolean[] {true, false}) {
      offered.forEach(
          (part, files) ->
              all.computeIfAbsent(part, p -> new ArrayList<>())
                  .addAll(
                      chosen.choose(
                          files.stream()
                              .filter(file -> isNamedAsCoverage(file, agents) == coverage)
                              .toList())));
    }
    return all;
  }

  private boolean isNamedAsCoverage(MadeFile file, AgentFiles agents) {
    return file.path().endsWith(".exec") || agents.has(directory.resolve(file.path()));
  }

  private void add(
      Map<String, Map<String, Path>> fetched, MadeFile file, Part part, Path directory) {
    Path path = directory.resolve(file.path());
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      fetched.computeIfAbsent(file.path(), p -> new TreeMap<>()).put(part.name(), path);
    } else {
      refusals.add(file.path(), "it has gone or changed while it was fetched");
    }
  }

  /** What the build here would write. */
  private AgentFiles agents() {
    try {
      return AgentFiles.of(Project.read(directory));
    } catch (UsageException e) {
      return AgentFiles.NONE;
    }
  }

  /** Whether nothing of a part is to be fetched again. */
  public boolean isTaken(Part part) {
    return taken.contains(part);
  }

  /** A note for a person; an empty one is nothing. */
  public void say(String line) {
    refusals.say(line);
  }

  /** Why files stayed away, a line each. */
  public List<String> lines() {
    return new ArrayList<>(refusals.lines());
  }
}
