package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * A module that could not be built, so that none of its tests can run.
 *
 * @param dir its directory relative to the project, empty for the project itself
 * @param id group and artifact, with a colon between
 * @param why Maven's own words; empty if a module that it needs could not be built
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record BrokenModule(String dir, String id, String why) {
  /** Its directory, or the artifact of the project itself. */
  @JsonIgnore
  public String name() {
    return dir.isEmpty() ? id : dir;
  }
}
