package io.rrrspec.experiments.launch;

import io.rrrspec.common.launch.LaunchLoad;
import java.util.List;
import java.util.Optional;

/** Chooses the launch for which a free place starts a JVM. */
interface Rule {
  /** Returns the name of a launch that has queued classes, or nothing: the place stays free. */
  Optional<String> next(List<LaunchLoad> loads, int places);
}
