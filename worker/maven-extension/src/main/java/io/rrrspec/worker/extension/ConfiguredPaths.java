package io.rrrspec.worker.extension;

import java.io.File;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.PluginParameterExpressionEvaluator;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/**
 * Finds the paths in a mojo's configuration: whatever looks like one, as only the plugin knows what
 * a text means. One that is none is a file that is missing and stays missing, which does no harm.
 * Finds the names of environment variables there in the same way.
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

  /** How plugins call the directory of a set of files. */
  private static final List<String> DIRECTORIES = List.of("directory", "dir", "basedir");

  /** A directory of these needs no list of what is taken from it. */
  private static final Set<String> RESOURCES = Set.of("resource", "testResource");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern VARIABLE = Pattern.compile("env\\.[A-Za-z_][A-Za-z0-9_]*");

  private final PluginParameterExpressionEvaluator evaluator;
  private final Path basedir;
  private final ResourcePlaces places;
  private final Set<String> paths = new TreeSet<>();
  private final Set<String> names = new TreeSet<>();

  private ConfiguredPaths(
      MavenSession session, MojoExecution mojo, Path basedir, ResourcePlaces places) {
    this.evaluator = new PluginParameterExpressionEvaluator(session, mojo);
    this.basedir = basedir;
    this.places = places;
  }

  /**
   * Looks through a mojo's configuration, however deep.
   *
   * @param places get the sets of files: a directory and what is taken from it
   */
  static ConfiguredPaths of(MavenSession session, MojoExecution mojo, ResourcePlaces places) {
    Path basedir = session.getCurrentProject().getBasedir().toPath().toAbsolutePath();
    ConfiguredPaths found = new ConfiguredPaths(session, mojo, basedir, places);
    Xpp3Dom configuration = mojo.getConfiguration();
    boolean surefire =
        mojo.getArtifactId().equals("maven-surefire-plugin") || Failsafe.runsTests(mojo);
    if (configuration != null) {
      if (!surefire) {
        found.addFileSet(configuration);
      }
      switch (mojo.getArtifactId()) {
        case "maven-resources-plugin" -> found.addFilters(configuration);
        case "templating-maven-plugin" -> found.addTemplates(configuration);
        default -> {}
      }
      for (Xpp3Dom parameter : configuration.getChildren()) {
        if (!surefire || READ_BY_SUREFIRE.contains(parameter.getName())) {
          found.look(parameter);
        }
      }
    }
    return found;
  }

  /** Absolute paths, those of files that are missing, too. */
  Set<String> paths() {
    return paths;
  }

  /**
   * What may be the name of an environment variable: env.NAME, or a word that stands alone, as a
   * rule of the Enforcer names it.
   */
  Set<String> names() {
    return names;
  }

  /** Adds a directory with the files that are taken from it, as resources of the model are. */
  private void addFileSet(Xpp3Dom node) {
    Xpp3Dom includes = node.getChild("includes");
    if (includes == null && !RESOURCES.contains(node.getName())) {
      return;
    }
    for (String name : DIRECTORIES) {
      String directory = text(node.getChild(name));
      if (directory != null) {
        boolean filtering = "true".equals(text(node.getChild("filtering")));
        places.add(basedir, directory, texts(includes), filtering);
      }
    }
  }

  private void addFilters(Xpp3Dom configuration) {
    for (String name : List.of("filters", "buildFilters")) {
      for (String filter : texts(configuration.getChild(name))) {
        places.addFilter(basedir, filter);
      }
    }
  }

  private void addTemplates(Xpp3Dom configuration) {
    String directory = text(configuration.getChild("sourceDirectory"));
    if (directory != null) {
      places.add(basedir, directory, List.of(), true);
    }
  }

  /** The texts of a list, or of one text with commas. */
  private List<String> texts(@Nullable Xpp3Dom list) {
    List<String> texts = new ArrayList<>();
    if (list != null) {
      for (Xpp3Dom child : list.getChildren()) {
        String text = text(child);
        if (text != null) {
          texts.add(text);
        }
      }
      // Not the default: that is what the model has, or a pattern.
      String own = list.getValue();
      if (list.getChildCount() == 0 && own != null && !own.contains("${")) {
        for (String part : own.split(",")) {
          if (!part.isBlank()) {
            texts.add(part.strip());
          }
        }
      }
    }
    return texts;
  }

  /** The value of a node or else its default, if that is a text. */
  private @Nullable String text(@Nullable Xpp3Dom node) {
    String raw = node == null ? null : node.getValue();
    if (node != null && (raw == null || raw.isBlank())) {
      raw = node.getAttribute("default-value");
    }
    try {
      Object value = raw == null ? null : evaluator.evaluate(raw.strip());
      return value instanceof File file
          ? file.getPath()
          : value instanceof String text && !text.isBlank() ? text.strip() : null;
    } catch (ExpressionEvaluationException e) {
      return raw;
    }
  }

  private void addNames(@Nullable String text) {
    if (text != null && text.length() <= LONGEST) {
      if (NAME.matcher(text.strip()).matches()) {
        names.add(text.strip());
      }
      Matcher variable = VARIABLE.matcher(text);
      while (variable.find()) {
        names.add(variable.group());
      }
    }
  }

  private void look(Xpp3Dom node) {
    addFileSet(node);
    addNames(node.getValue());
    addNames(node.getAttribute("default-value"));
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
    int pattern = text.indexOf('*');
    if (pattern >= 0) {
      // Whatever a pattern matches is below the directory before it; /**/ begins one that excludes.
      int end = text.lastIndexOf('/', pattern);
      if (end > 0) {
        addPath(text.substring(0, end));
      }
      return;
    }
    if (!text.contains("/") && !text.equals("..") || text.startsWith("//")) {
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
