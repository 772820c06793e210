package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A module that could not be built, so that none of its tests can run.
 *
 * @param dir its directory relative to the project, empty for the project itself
 * @param id group and artifact, with a colon between
 * @param why Maven's own words; empty if a module that it needs could not be built
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record BrokenModule(String dir, String id, String why) {
  private static final int MOST_LINES = 10;

  public BrokenModule {
    Objects.requireNonNull(dir, "dir");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(why, "why");
  }

  /** Its directory, or the artifact of the project itself. */
  @JsonIgnore
  public String name() {
    return dir.isEmpty() ? id : dir;
  }

  /** What failed, for a person; at least one line. */
  List<String> lines() {
    if (why.isBlank()) {
      return List.of("error: module " + name() + " needs a module that could not be built");
    }
    List<String> all =
        why.lines().limit(MOST_LINES).collect(Collectors.toCollection(ArrayList::new));
    all.set(0, "error: module " + name() + " could not be built: " + all.get(0));
    return all;
  }
}
