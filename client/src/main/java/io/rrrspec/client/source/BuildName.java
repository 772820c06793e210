package io.rrrspec.client.source;

import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The name under which estimates and history of a build are kept. It stays the same on all machines
 * and when modules are added or removed, as far as the list of modules with tests can tell.
 */
final class BuildName {
  private BuildName() {}

  /**
   * Names a build by group and artifact of the module in its root. Where that has no tests, the
   * list does not contain it: then by the group that all modules have in common, if that has two
   * parts or is the whole of their groups, such as {@code com.shop}; else by its directory.
   *
   * @param dir the directory of the project
   */
  static String of(Path dir, Project project) {
    return project.modules().stream()
        .filter(module -> module.dir().isEmpty())
        .map(ProjectModule::id)
        .findFirst()
        .orElseGet(() -> ofModules(dir, project.modules()));
  }

  private static String ofModules(Path dir, List<ProjectModule> modules) {
    List<String> groups = modules.stream().map(BuildName::group).distinct().toList();
    String common = groups.get(0);
    for (String group : groups) {
      common = common(common, group);
    }
    // All of Maven's world has "org" in common.
    if (!common.isEmpty() && (groups.size() == 1 || common.contains("."))) {
      return common;
    }
    Path name = dir.toAbsolutePath().normalize().getFileName();
    String fit = (name == null ? "" : name.toString()).replaceAll("[^A-Za-z0-9._-]", "_");
    String shown = fit.replaceFirst("^\\.+", "");
    return shown.isEmpty() ? "project" : shown;
  }

  private static String group(ProjectModule module) {
    int colon = module.id().indexOf(':');
    return colon < 0 ? module.id() : module.id().substring(0, colon);
  }

  private static String common(String a, String b) {
    String[] left = a.split("\\.");
    String[] right = b.split("\\.");
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < Math.min(left.length, right.length) && left[i].equals(right[i]); i++) {
      parts.add(left[i]);
    }
    return String.join(".", parts);
  }
}
