package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Has Maven download what the projects of the tests need, while this machine may. The hosts of a
 * {@link Network} have no way to a repository: there no class would ever run.
 */
final class MavenDownloads {
  private MavenDownloads() {}

  /** Builds each project once. */
  static void fetch(Place place) {
    Path junit = place.directory("downloads/junit");
    JUnitProject.install(junit);
    Path modules = place.directory("downloads/modules");
    JUnitProject.installModules(modules);
    Path divided = place.directory("downloads/divided");
    DividedProject.install(divided);
    List.of(junit, modules, divided).forEach(project -> prepare(place, project));
    Place.delete(place.path("downloads"));
  }

  private static void prepare(Place place, Path project) {
    File log = place.path("log/downloads.log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(place.launcher(), "prepare")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder.environment().putAll(place.environment());
    try {
      if (builder.start().onExit().join().exitValue() != 0) {
        throw new ServiceException("Maven cannot build " + project.getFileName() + ": see " + log);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
