package io.rrrspec.client.collect;

import io.rrrspec.common.coverage.ExecFiles;
import io.rrrspec.common.files.NewFiles;
import java.io.IOException;
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
  private final Set<Path> appended;
  private final Refusals refusals;
  private final Set<String> merged = new TreeSet<>();
  private int files;
  private long bytes;

  /**
   * For one run.
   *
   * @param directory of the sources
   * @param appended files of JaCoCo that keep what they hold, absolute
   */
  PlacedFiles(Path directory, SourceFiles sources, Set<Path> appended, Refusals refusals) {
    this.directory = directory;
    this.sources = sources;
    this.appended = Set.copyOf(appended);
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
              if (all.stream().allMatch(ExecFiles::is)) {
                placeCoverage(path, all);
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

  private void placeCoverage(String path, List<Path> parts) {
    Path target = directory.resolve(path);
    List<Path> all = new ArrayList<>(parts);
    if (appended.contains(target) && Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      all.add(target);
    }
    Path first = parts.get(0);
    if (all.size() > 1) {
      try {
        ExecFiles.merge(all, first);
      } catch (IOException e) {
        refusals.add(path, "cannot be merged: " + e.getMessage());
        return;
      }
    }
    if (placeOne(path, first) && parts.size() > 1) {
      merged.add(path);
    }
  }

  private boolean placeOne(String path, Path file) {
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
      long size = Files.size(file);
      Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
      files++;
      bytes += size;
      return true;
    } catch (FileAlreadyExistsException e) {
      refusals.add(path, "there is a link or a file in place of one of its directories here");
    } catch (IOException e) {
      refusals.add(path, "cannot be written: " + e.getMessage());
    }
    return false;
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
