package io.rrrspec.client.collect;

import io.rrrspec.common.collect.CollectBounds;
import io.rrrspec.common.collect.MadeFile;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.model.CollectRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Chooses among the files that workers have put there, of which nothing is trusted: they must match
 * what was asked for, stay below the directory, and fit into the bounds of the run.
 */
final class ChosenFiles {
  private static final Set<String> OURS = Set.of(".git", ".rrrspec");

  private final List<PathGlob> globs;
  private final CollectBounds bounds;
  private final Refusals refusals;

  ChosenFiles(CollectRequest request, Refusals refusals) {
    this.globs = PathGlob.all(request.globs());
    this.bounds = new CollectBounds(request);
    this.refusals = refusals;
  }

  /**
   * The files of one worker that are taken. The worker that is asked about first has room first.
   */
  List<MadeFile> choose(List<MadeFile> offered) {
    List<MadeFile> chosen = new ArrayList<>();
    for (MadeFile file : offered) {
      String why = whyNot(file.path());
      if (!why.isEmpty()) {
        refusals.add(file.path(), why);
      } else if (bounds.take(file)) {
        chosen.add(file);
      }
    }
    return chosen;
  }

  /** A line that names what did not fit; empty if all did. */
  String leftOut() {
    return bounds.leftOut();
  }

  private String whyNot(String path) {
    List<String> parts = List.of(path.split("/", -1));
    if (path.startsWith("/") || parts.contains("..")) {
      return "it leaves the project's directory";
    }
    if (parts.contains("") || parts.contains(".")) {
      return "it is no plain path";
    }
    if (path.indexOf('\uFFFD') >= 0 || path.chars().anyMatch(Character::isISOControl)) {
      return "its name is not UTF-8, or has control characters";
    }
    if (parts.stream().anyMatch(OURS::contains)) {
      return "nothing is written below .git and .rrrspec";
    }
    return globs.stream().anyMatch(glob -> glob.matches(path))
        ? ""
        : "no pattern of 'collect' matches it";
  }
}
