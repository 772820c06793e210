package io.rrrspec.experiments.change;

import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.experiments.change.Input.Demand;
import io.rrrspec.experiments.change.Input.Role;
import io.rrrspec.worker.build.ProjectPreparer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether prepare is skipped, from outside. The project's {@code mvnw} calls Maven the first time,
 * and keeps the files that our extension writes; from then on it gives them again, but for the size
 * and the time of the snapshot, which Maven reads as it is now. Products that are missing by then
 * it makes again, as Maven would.
 */
final class PrepareDecision implements Decisions.Asked {
  private static final String WRAPPER =
      """
      #!/bin/bash
      echo x >>'%1$s/calls'
      for argument; do
        case $argument in -Drrrspec.prepare.out=*) out=${argument#*=} ;; esac
      done
      to=${out%%/*}
      made=(target/classes target/test-classes)
      if [ -d '%1$s/kept' ]; then
        cp '%1$s'/kept/* "$to"
        if [ -f '%3$s' ]; then
          read=$(LC_ALL=C stat -Lc '%%s %%.3Y' '%3$s')
          sed -i 's#\\("%3$s":"\\)[^"]*#\\1'"${read/./}"'#' "$to/inputs.json"
        fi
        find "${made[@]}" -type d -empty -delete
        exec rsync -aR --ignore-existing '%1$s/made/./' .
      fi
      export MAVEN_OPTS='%2$s'
      touch '%1$s/start'
      mvn "$@" || exit
      mkdir '%1$s/kept'
      find "$to" -maxdepth 1 -type f -newer '%1$s/start' -exec cp {} '%1$s/kept' \\;
      mkdir '%1$s/made'
      cp -a --parents "${made[@]}" '%1$s/made'
      """;

  private final Path notes;
  private final Site site;
  private final String home = System.getProperty("user.home", "");

  PrepareDecision(Path root) throws IOException {
    notes = Files.createDirectories(root.resolve("notes"));
    site = new Site(Files.createDirectories(root.resolve("site")));
    site.clear();
    GreenProjects.EVERYTHING.write(site);
    site.sources()
        .write("mvnw", WRAPPER.formatted(notes, site.variables().get("MAVEN_OPTS"), snapshot()))
        .executable("mvnw", true);
    // Where prepare looks for Maven's settings.
    System.setProperty("user.home", site.homeDirectory().toString());
    isChanged();
  }

  private Path snapshot() {
    return site.repo().resolve("demo/lib/1-SNAPSHOT/lib-1-SNAPSHOT.jar");
  }

  @Override
  public List<Input> inputs() throws IOException {
    List<Input> inputs = new ArrayList<>();
    Path run = site.run();
    add(inputs, Role.PROJECT, run.resolve("src"));
    for (String declared :
        new String[] {"config", ".config", "out", "node_modules", "lib", ".mvn"}) {
      add(inputs, Role.PROJECT, run.resolve(declared));
    }
    add(inputs, Role.DATA, run.resolve("data"));
    add(inputs, Role.RESOURCE_OUTSIDE, site.root().resolve("shared/resources"));
    add(inputs, Role.OUTSIDE, site.root().resolve("shared/parent"));
    inputs.add(new Input(Role.OUTSIDE, site.root().resolve("shared/pom.xml")));
    inputs.add(new Input(Role.OUTSIDE, site.root().resolve("shared/outside.jar")));
    inputs.add(new Input(Role.OUTSIDE, site.homeDirectory().resolve(".m2/settings.xml")));
    inputs.add(new Input(Role.OUTSIDE, snapshot()));
    add(inputs, Role.PRODUCT, run.resolve("target/classes"));
    add(inputs, Role.PRODUCT, run.resolve("target/test-classes"));
    inputs.removeIf(input -> input.file().toString().endsWith(".class"));
    return inputs;
  }

  private static void add(List<Input> inputs, Role role, Path dir) throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      files
          .filter(Files::isRegularFile)
          .sorted()
          .forEach(file -> inputs.add(new Input(role, file)));
    }
  }

  @Override
  public Demand demand(Input input, Operation operation) {
    return input.demand(operation);
  }

  @Override
  public boolean isChanged() throws IOException {
    Path calls = notes.resolve("calls");
    Files.deleteIfExists(calls);
    new ProjectPreparer(PrepareSettings.NONE).prepare(site.run(), line -> {});
    return Files.exists(calls);
  }

  @Override
  public String complaint() {
    return "";
  }

  @Override
  public void close() {
    System.setProperty("user.home", home);
  }
}
