package io.rrrspec.client.collect;

import io.rrrspec.common.coverage.AgentFiles;
import io.rrrspec.common.coverage.ExecFiles;
import io.rrrspec.common.coverage.ExecSum;
import io.rrrspec.common.files.IoReason;
import io.rrrspec.common.files.NewFiles;
import io.rrrspec.common.files.ReplacedFile;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts files of workers into the directory of the sources. A path that one worker has made keeps
 * its name. Under a path of several workers, files of JaCoCo become their sum, and equal files one;
 * others are named by {@link ClashName}.
 */
final class PlacedFiles {
  private final Path directory;
  private final SourceFiles sources;
  private final AgentFiles agents;
  private final Refusals refusals;
  private final Set<String> merged = new TreeSet<>();
  private int files;
  private boolean failed;
  private long bytes;

  /**
   * For one run.
   *
   * @param directory of the sources
   * @param agents which files the build here writes with JaCoCo
   */
  PlacedFiles(Path directory, SourceFiles sources, AgentFiles agents, Refusals refusals) {
    this.directory = directory;
    this.sources = sources;
    this.agents = agents;
    this.refusals = refusals;
  }

  /**
   * Puts them there.
   *
   * @param fetched the fetched files by path, and for each by the part that it is of
   */
  void place(Map<String, Map<String, Path>> fetched) {
    Set<String> taken = new TreeSet<>(fetched.keySet());
    new TreeMap<>(fetched)
        .forEach(
            (path, byPart) -> {
              Map<String, Path> ordered = new TreeMap<>(byPart);
              List<Path> all = new ArrayList<>(ordered.values());
              if (isCoverage(path, all)) {
                placeCoverage(path, ordered);
              } else if (areEqual(all)) {
                placeOne(path, all.get(0));
              } else {
                ordered.forEach(
                    (part, file) -> {
                      String name = ClashName.of(path, part, taken);
                      taken.add(name);
                      placeOne(name, file);
                    });
              }
            });
  }

  /**
   * An agent makes its file when its JVM begins, and writes it when the JVM ends: an empty one is
   * JaCoCo's if its name or others of its name say so. Other empty files are their user's.
   */
  private boolean isCoverage(String path, List<Path> parts) {
    Path target = directory.resolve(path);
    if (agents.has(target)) {
      return true;
    }
    List<Path> written = parts.stream().filter(part -> !isEmpty(part)).toList();
    return written.isEmpty()
        ? Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS) && ExecFiles.is(target)
        : written.stream().allMatch(ExecFiles::is);
  }

  private static boolean isEmpty(Path file) {
    try {
      return Files.size(file) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** An empty file is no coverage: it replaces nothing, and there is nothing of it to merge. */
  private void placeCoverage(String path, Map<String, Path> byPart) {
    Map<String, Path> written = new TreeMap<>(byPart);
    written.values().removeIf(PlacedFiles::isEmpty);
    Path fresh = written.values().stream().findFirst().orElse(null);
    if (fresh == null || !isFree(path, fresh)) {
      return;
    }
    ExecSum sum = new ExecSum();
    int added = 0;
    for (Map.Entry<String, Path> part : written.entrySet()) {
      String why = sum.add(part.getValue());
      if (why.isEmpty()) {
        added++;
      } else {
        refusals.say("not collected: " + path + " of " + part.getKey() + ": it " + why);
      }
    }
    if (added == 0) {
      return;
    }
    Path target = directory.resolve(path);
    try {
      if (agents.isAppended(target) && Files.exists(target)) {
        String aside = sum.addOlder(target);
        refusals.say(aside.isEmpty() ? "" : path + " " + aside);
      }
      sum.write(fresh);
    } catch (IOException e) {
      fail(path, "cannot be merged: ", e);
      return;
    }
    if (put(path, fresh) && added > 1) {
      merged.add(path);
    }
  }

  private void placeOne(String path, Path file) {
    if (isFree(path, file)) {
      put(path, file);
    }
  }

  /** Whether a file may have its place; makes the directories above. */
  private boolean isFree(String path, Path file) {
    Path target = directory.resolve(path);
    try {
      if (sources.has(path)) {
        if (!areEqual(List.of(file, target))) {
          refusals.add(path, "it is a file of the sources here, and stays as it is");
        }
        return false;
      }
      NewFiles.makeDirectories(directory, target);
      if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
          && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
        refusals.add(path, "there is a link or a directory of this name here");
        return false;
      }
      return true;
    } catch (FileAlreadyExistsException e) {
      refusals.add(path, "there is a link or a file in place of one of its directories here");
    } catch (IOException e) {
      fail(path, "its directory cannot be made: ", e);
    }
    return false;
  }

  private boolean put(String path, Path file) {
    try {
      long size = Files.size(file);
      ReplacedFile.write(directory.resolve(path), fresh -> move(file, fresh));
      files++;
      bytes += size;
      return true;
    } catch (IOException e) {
      fail(path, "cannot be written: ", e);
      return false;
    }
  }

  private void fail(String path, String what, IOException e) {
    refusals.add(path, what + IoReason.of(e));
    failed = true;
  }

  /** Whether something could not be written that was to come. */
  boolean hasFailed() {
    return failed;
  }

  /** Not in one move if it is to another file system: then a disk may be full in the middle. */
  private static void move(Path file, Path fresh) throws IOException {
    try {
      Files.move(file, fresh, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.copy(file, fresh, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  private static boolean areEqual(List<Path> files) {
    try {
      for (Path file : files) {
        if (Files.mismatch(files.get(0), file) >= 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** What was put there. */
  CollectedFiles collected() {
    return new CollectedFiles(files, bytes, merged);
  }
}
