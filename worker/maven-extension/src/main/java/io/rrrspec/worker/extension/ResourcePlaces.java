package io.rrrspec.worker.extension;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The files and directories that a build copies resources from, and those of them that it fills
 * values into: it does not matter whether the model of the project names them or a plugin's
 * configuration does.
 */
final class ResourcePlaces {
  private final Set<String> files = new ConcurrentSkipListSet<>();
  private final Set<String> trees = new ConcurrentSkipListSet<>();
  private final Set<String> filtered = new ConcurrentSkipListSet<>();
  private final Set<String> unknown = new ConcurrentSkipListSet<>();

  /**
   * Adds a directory, or those files of it that are included by their names: they may lie in a
   * directory that is too large to be looked through, such as the user's home.
   *
   * @param basedir of the project
   * @param includes names and patterns; everything if there are none
   * @param filtering whether values are filled in
   */
  void add(Path basedir, String directory, List<String> includes, boolean filtering) {
    boolean named = !includes.isEmpty() && includes.stream().noneMatch(ResourcePlaces::isPattern);
    Set<String> places = new TreeSet<>();
    if (named) {
      includes.forEach(name -> addTo(places, basedir, directory + "/" + name));
      files.addAll(places);
    } else {
      addTo(places, basedir, directory);
      trees.addAll(places);
    }
    if (filtering) {
      filtered.addAll(places);
    }
  }

  /** Adds a file of values that are filled in, which may mention others. */
  void addFilter(Path basedir, String file) {
    addTo(files, basedir, file);
    addTo(filtered, basedir, file);
  }

  /** Adds a directory of sources. */
  void addSources(Path basedir, String directory) {
    addTo(trees, basedir, directory);
  }

  /** Adds a single file. */
  void addFile(Path basedir, String file) {
    addTo(files, basedir, file);
  }

  private static boolean isPattern(String include) {
    return include.contains("*")
        || include.contains("?")
        || include.startsWith("%")
        || include.endsWith("/");
  }

  private void addTo(Set<String> to, Path basedir, String path) {
    try {
      to.add(basedir.resolve(path.strip()).normalize().toString());
    } catch (InvalidPathException e) {
      unknown.add("the build names a place that is none: " + path);
    }
  }

  void addTo(Map<String, Object> inputs) {
    inputs.put("files", files);
    inputs.put("trees", trees);
    inputs.put("filtered", filtered);
    inputs.put("unknown", unknown);
  }

  /** Adds a reason why the next build has to run in any case, in words. */
  void addUnknown(String reason) {
    unknown.add(reason);
  }
}
