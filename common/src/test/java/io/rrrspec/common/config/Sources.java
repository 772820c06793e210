package io.rrrspec.common.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds surroundings below a directory: {@code here}, {@code home}, variables, options. */
final class Sources {
  final Path here;
  final Path home;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<Setting<?>, String> options = new HashMap<>();

  Sources(Path directory) throws IOException {
    here = Files.createDirectories(directory.resolve("my project"));
    home = Files.createDirectories(directory.resolve("home"));
  }

  Sources file(String... lines) throws IOException {
    Files.write(here.resolve(".rrrspec.yml"), List.of(lines));
    return this;
  }

  Sources homeFile(String... lines) throws IOException {
    Files.write(home.resolve(".rrrspec.yml"), List.of(lines));
    return this;
  }

  Sources variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Sources option(Setting<?> setting, String value) {
    options.put(setting, value);
    return this;
  }

  Settings load() {
    return Settings.load(sources());
  }

  SettingsSources sources() {
    return new SettingsSources(null, environment, here, home, "jane doe", options);
  }
}
