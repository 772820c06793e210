package io.rrrspec.worker.extension;

import java.util.Map;
import java.util.Properties;

/** Surefire's <code>@{name}</code> in argLine: properties that plugins have set meanwhile. */
final class LateProperties {
  private LateProperties() {}

  static void resolve(Map<String, Object> parameters, Properties properties) {
    if (parameters.get("argLine") instanceof String argLine) {
      for (String name : properties.stringPropertyNames()) {
        argLine = argLine.replace("@{" + name + "}", properties.getProperty(name));
      }
      parameters.put("argLine", argLine);
    }
  }
}
