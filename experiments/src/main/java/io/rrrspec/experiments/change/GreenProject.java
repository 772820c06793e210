package io.rrrspec.experiments.change;

import java.util.function.Consumer;

/**
 * A project whose tests pass.
 *
 * @param name of it
 * @param more adds what it has beside {@link SmallProject} to an empty site
 */
record GreenProject(String name, Consumer<Site> more) {
  /** Writes it to an empty site. */
  void write(Site site) {
    SmallProject.write(site);
    more.accept(site);
  }
}
