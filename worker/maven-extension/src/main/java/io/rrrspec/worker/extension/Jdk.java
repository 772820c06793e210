package io.rrrspec.worker.extension;

import java.io.File;
import java.util.List;
import java.util.Map;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.jspecify.annotations.Nullable;

/** Which JVM Surefire would start: its jvm, else the toolchain, else the one that Maven runs in. */
final class Jdk {
  private Jdk() {}

  /** Writes the executable, as {@code java}, and who has named it, as {@code javaFrom}. */
  static void addTo(
      Map<String, Object> facts,
      ToolchainManager toolchains,
      MavenSession session,
      Map<String, Object> parameters) {
    if (parameters.get("jvm") instanceof String jvm) {
      put(facts, jvm, "JVM");
      return;
    }
    Toolchain toolchain = toolchain(toolchains, session, parameters.get("jdkToolchain"));
    String java = toolchain == null ? null : toolchain.findTool("java");
    if (java != null) {
      put(facts, java, "TOOLCHAIN");
    } else {
      put(facts, System.getProperty("java.home") + File.separator + "bin/java", "DEFAULT");
    }
  }

  private static void put(Map<String, Object> facts, String java, String from) {
    facts.put("java", java);
    facts.put("javaFrom", from);
  }

  private static @Nullable Toolchain toolchain(
      ToolchainManager toolchains, MavenSession session, @Nullable Object wanted) {
    if (wanted instanceof Map<?, ?> value && value.get("map") instanceof Map<?, ?> map) {
      Map<String, String> requirements = new java.util.LinkedHashMap<>();
      map.forEach((key, text) -> requirements.put(key.toString(), text.toString()));
      List<Toolchain> found = toolchains.getToolchains(session, "jdk", requirements);
      if (!found.isEmpty()) {
        return found.get(0);
      }
    }
    return toolchains.getToolchainFromBuildContext("jdk", session);
  }
}
