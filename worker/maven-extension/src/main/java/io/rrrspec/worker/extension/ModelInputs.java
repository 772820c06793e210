package io.rrrspec.worker.extension;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.execution.MavenExecutionRequest;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.ActivationFile;
import org.apache.maven.model.Extension;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.Profile;
import org.apache.maven.model.Resource;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * The files and directories that the models of a build's modules and the settings of Maven name:
 * poms of parents, files that activate profiles, sources, resources, filters, settings.
 */
final class ModelInputs {
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^${}]+)}");

  private final MavenSession session;
  private final ResourcePlaces places;
  private final Set<String> settings = new TreeSet<>();
  private final Set<String> sourceRoots = new TreeSet<>();
  private final Set<String> extensions = new TreeSet<>();

  /**
   * @param places get what the models name, beside what plugins have named
   */
  ModelInputs(MavenSession session, ResourcePlaces places) {
    this.session = session;
    this.places = places;
  }

  /**
   * Adds what the models of a module name, and what the settings of Maven mean for it.
   *
   * @param basedir the directory that its pom.xml is in
   */
  void add(MavenProject module, File basedir) {
    new Module(module, basedir).add();
  }

  void addTo(Map<String, Object> inputs) {
    inputs.put("settings", settings);
    places.addTo(inputs);
    inputs.put("sourceRoots", sourceRoots);
    inputs.put("extensions", extensions);
  }

  private static void add(Set<String> to, @Nullable File file) {
    if (file != null) {
      to.add(file.getAbsolutePath());
    }
  }

  /** One module; relative paths and properties are its own. */
  private final class Module {
    private final MavenProject project;
    private final Path basedir;

    Module(MavenProject project, File basedir) {
      this.project = project;
      this.basedir = basedir.toPath().toAbsolutePath().normalize();
    }

    void add() {
      for (MavenProject at = project; at != null; at = at.getParent()) {
        addModel(at);
      }
      addSettings();
      project.getBuild().getResources().forEach(this::addResource);
      project.getBuild().getTestResources().forEach(this::addResource);
      project.getBuild().getFilters().forEach(filter -> places.addFilter(basedir, filter));
      List<String> roots = new ArrayList<>(project.getCompileSourceRoots());
      roots.addAll(project.getTestCompileSourceRoots());
      for (String root : roots) {
        places.addSources(basedir, root);
        sourceRoots.add(basedir.resolve(root).toString());
      }
      project.getArtifacts().stream()
          .filter(artifact -> "system".equals(artifact.getScope()) && artifact.getFile() != null)
          .forEach(artifact -> places.addFile(basedir, artifact.getFile().getAbsolutePath()));
      addExtensions();
    }

    private void addModel(MavenProject at) {
      File pom = at.getFile();
      Model raw = at.getOriginalModel();
      if (pom != null) {
        settings.add(pom.getAbsolutePath());
      }
      if (raw == null) {
        return;
      }
      Parent parent = raw.getParent();
      String relative = parent == null ? null : parent.getRelativePath();
      if (pom != null && relative != null && !relative.isBlank()) {
        // Also where no parent is: one that comes there is looked at.
        Path place = pom.toPath().toAbsolutePath().resolveSibling(relative.trim()).normalize();
        boolean directory = Files.isDirectory(place);
        settings.add((directory ? place.resolve("pom.xml") : place).toString());
      }
      raw.getProfiles().forEach(profile -> addActivation(profile, pom));
    }

    private void addActivation(Profile profile, @Nullable File pom) {
      ActivationFile file =
          profile.getActivation() == null ? null : profile.getActivation().getFile();
      if (file == null) {
        return;
      }
      addActivation(profile.getId(), file.getExists(), pom);
      addActivation(profile.getId(), file.getMissing(), pom);
    }

    private void addActivation(String profile, @Nullable String path, @Nullable File pom) {
      if (path == null || path.isBlank()) {
        return;
      }
      String known = interpolated(path.trim());
      if (known == null) {
        places.addUnknown("the profile " + profile + " is activated by the file " + path.trim());
        return;
      }
      places.addFile(basedir, known);
      if (pom != null) {
        places.addFile(pom.toPath().toAbsolutePath().resolveSibling("."), known);
      }
    }

    private @Nullable String interpolated(String text) {
      StringBuilder result = new StringBuilder();
      Matcher matcher = EXPRESSION.matcher(text);
      while (matcher.find()) {
        String value = value(matcher.group(1).trim());
        if (value == null) {
          return null;
        }
        matcher.appendReplacement(result, Matcher.quoteReplacement(value));
      }
      return matcher.appendTail(result).toString();
    }

    private @Nullable String value(String name) {
      if (name.equals("basedir") || name.equals("project.basedir")) {
        return basedir.toString();
      }
      for (Properties properties :
          List.of(
              session.getUserProperties(),
              project.getProperties(),
              session.getSystemProperties())) {
        String value = properties.getProperty(name);
        if (value != null) {
          return value;
        }
      }
      return null;
    }

    private void addSettings() {
      MavenExecutionRequest request = session.getRequest();
      ModelInputs.add(settings, request.getUserSettingsFile());
      ModelInputs.add(settings, request.getGlobalSettingsFile());
      ModelInputs.add(settings, request.getUserToolchainsFile());
      ModelInputs.add(settings, request.getGlobalToolchainsFile());
      for (var profile : session.getSettings().getProfiles()) {
        var activation = profile.getActivation();
        if (activation != null && activation.getFile() != null) {
          addActivation(profile.getId(), activation.getFile().getExists(), null);
          addActivation(profile.getId(), activation.getFile().getMissing(), null);
        }
      }
    }

    private void addResource(Resource resource) {
      if (resource.getDirectory() != null) {
        places.add(
            basedir, resource.getDirectory(), resource.getIncludes(), resource.isFiltering());
      }
    }

    /** Code of others in Maven itself, beside the plugins that run. */
    private void addExtensions() {
      for (Extension extension : project.getBuild().getExtensions()) {
        extensions.add(extension.getGroupId() + ":" + extension.getArtifactId());
      }
      for (Plugin plugin : project.getBuildPlugins()) {
        if (plugin.isExtensions()) {
          extensions.add(plugin.getKey());
        }
      }
    }
  }
}
