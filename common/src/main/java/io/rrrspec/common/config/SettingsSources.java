package io.rrrspec.common.config;

import io.rrrspec.common.UsageException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where settings come from, and the surroundings that defaults depend on.
 *
 * @param configFile the file given with {@code -c}, or null
 * @param environment the variables of this process
 * @param directory the current directory
 * @param project the directory whose file is the project's
 * @param home the home directory
 * @param userName the login name
 * @param options what the command line says
 */
public record SettingsSources(
    @Nullable Path configFile,
    Map<String, String> environment,
    Path directory,
    Path project,
    Path home,
    String userName,
    Map<Setting<?>, String> options) {

  public SettingsSources {
    environment = Map.copyOf(environment);
    options = Map.copyOf(options);
  }

  /** Those of a project in the current directory. */
  public SettingsSources(
      @Nullable Path configFile,
      Map<String, String> environment,
      Path directory,
      Path home,
      String userName,
      Map<Setting<?>, String> options) {
    this(configFile, environment, directory, directory, home, userName, options);
  }

  /** Those of this process. */
  public static SettingsSources ofThisProcess(@Nullable Path configFile) {
    return new SettingsSources(
        configFile,
        System.getenv(),
        Path.of("").toAbsolutePath(),
        home(System.getenv().getOrDefault("HOME", "")),
        System.getProperty("user.name", "default"),
        Map.of());
  }

  /** As the shell sees it; the JVM asks the list of users, which a container may not be in. */
  private static Path home(String variable) {
    return Path.of(variable.startsWith("/") ? variable : System.getProperty("user.home", "/"));
  }

  /**
   * These, for a project in another directory; a relative one starts from the current directory.
   */
  public SettingsSources inProject(Path project) {
    return new SettingsSources(
        configFile,
        environment,
        directory,
        directory.resolve(project).normalize(),
        home,
        userName,
        options);
  }

  /** These, and an option of the command line; null if it was not given. */
  public SettingsSources with(Setting<?> setting, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    Map<Setting<?>, String> more = new HashMap<>(options);
    more.put(setting, value.toString());
    return new SettingsSources(configFile, environment, directory, project, home, userName, more);
  }

  /** These, and an option of the command line that may be given several times; none: these. */
  public SettingsSources with(Setting<List<String>> setting, List<String> values) {
    return values.isEmpty() ? this : with(setting, (Object) BuildArguments.text(values));
  }

  /** What we keep between runs: {@code $XDG_DATA_HOME/rrrspec-java}, else in ~/.local/share. */
  public Path dataDir() {
    String xdg = environment.getOrDefault("XDG_DATA_HOME", "");
    try {
      Path base = xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".local/share");
      return base.resolve("rrrspec-java");
    } catch (InvalidPathException e) {
      throw new UsageException(
          "environment variable XDG_DATA_HOME is '" + xdg + "': write the path of a directory", e);
    }
  }
}
