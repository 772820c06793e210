package io.rrrspec.worker.prepare.maven;

import java.io.File;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.PluginParameterExpressionEvaluator;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/**
 * Finds the paths in a mojo's configuration: whatever looks like one, as only the plugin knows what
 * a text means. One that is none is a file that is missing and stays missing, which does no harm.
 */
final class ConfiguredPaths {
  private static final int LONGEST = 4_096;

  /** What stands between paths in a text: separators of lists, options and arguments. */
  private static final String SEPARATORS = "[\\s,;:=@]+";

  /**
   * What Surefire reads before it starts the JVM of the tests. Its other paths are read by that JVM
   * as it runs, or written.
   */
  private static final Set<String> READ_BY_SUREFIRE =
      Set.of(
          "includesFile",
          "excludesFile",
          "suiteXmlFiles",
          "systemPropertiesFile",
          "additionalClasspathElements",
          "classesDirectory",
          "testClassesDirectory",
          "testSourceDirectory");

  private final PluginParameterExpressionEvaluator evaluator;
  private final Path basedir;
  private final Set<String> paths = new TreeSet<>();

  private ConfiguredPaths(MavenSession session, MojoExecution mojo, Path basedir) {
    this.evaluator = new PluginParameterExpressionEvaluator(session, mojo);
    this.basedir = basedir;
  }

  /** Absolute paths, those of files that are missing, too. */
  static Set<String> of(MavenSession session, MojoExecution mojo) {
    Path basedir = session.getCurrentProject().getBasedir().toPath().toAbsolutePath();
    ConfiguredPaths found = new ConfiguredPaths(session, mojo, basedir);
    Xpp3Dom configuration = mojo.getConfiguration();
    boolean surefire = mojo.getArtifactId().equals("maven-surefire-plugin");
    if (configuration != null) {
      for (Xpp3Dom parameter : configuration.getChildren()) {
        if (!surefire || READ_BY_SUREFIRE.contains(parameter.getName())) {
          found.look(parameter);
        }
      }
    }
    return found.paths;
  }

  private void look(Xpp3Dom node) {
    for (Xpp3Dom child : node.getChildren()) {
      look(child);
    }
    try {
      // Not the default: that is in the project, or in Maven.
      String value = node.getValue();
      add(value == null ? null : evaluator.evaluate(value));
    } catch (ExpressionEvaluationException e) {
      add(node.getValue());
    }
  }

  private void add(@Nullable Object value) {
    if (value instanceof File file) {
      addPath(file.getPath());
    } else if (value instanceof String text) {
      addText(text);
    } else if (value instanceof Object[] array) {
      Arrays.asList(array).forEach(this::add);
    } else if (value instanceof Collection<?> list && list.size() < 1_000) {
      list.forEach(this::add);
    } else if (value instanceof Map<?, ?> map && map.size() < 1_000) {
      map.values().forEach(this::add);
    }
  }

  private void addText(String value) {
    String text = value.strip();
    if (text.isEmpty() || text.length() > LONGEST) {
      return;
    }
    if (text.startsWith("file:")) {
      try {
        addPath(Path.of(URI.create(text)).toString());
      } catch (IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
        addPath(text.substring("file:".length()));
      }
      return;
    }
    addPath(text);
    for (String part : text.split(SEPARATORS)) {
      addPath(part);
    }
  }

  private void addPath(String text) {
    if (!text.contains("/") || text.startsWith("//") || text.indexOf('*') >= 0) {
      return;
    }
    try {
      Path path = basedir.resolve(text).normalize();
      // A relative one that stays in the project is there already.
      if (text.startsWith("/") || !path.startsWith(basedir)) {
        paths.add(path.toString());
      }
    } catch (InvalidPathException e) {
      // Then it is none.
      return;
    }
  }
}
