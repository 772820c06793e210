package io.rrrspec.worker.extension;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;

/** Fetches artifacts the way this Maven does: its mirrors, its proxies, its local repository. */
final class Resolver {
  private final RepositorySystem repositories;
  private final MavenSession session;
  private final List<RemoteRepository> remotes;

  Resolver(RepositorySystem repositories, MavenSession session, MavenProject project) {
    this.repositories = repositories;
    this.session = session;
    this.remotes = new ArrayList<>(project.getRemoteProjectRepositories());
    remotes.addAll(project.getRemotePluginRepositories());
  }

  /** What is needed at run time to use the given artifacts together, they themselves first. */
  List<Artifact> resolve(String... coordinates) throws DependencyResolutionException {
    List<Dependency> roots =
        Arrays.stream(coordinates)
            .map(text -> new Dependency(new DefaultArtifact(text), "runtime"))
            .toList();
    return resolve(roots);
  }

  List<Artifact> resolve(List<Dependency> roots) throws DependencyResolutionException {
    CollectRequest collect = new CollectRequest(roots, List.of(), remotes);
    return repositories
        .resolveDependencies(
            session.getRepositorySession(),
            new DependencyRequest(collect, Resolver::isNeededAtRunTime))
        .getArtifactResults()
        .stream()
        .map(ArtifactResult::getArtifact)
        .toList();
  }

  private static boolean isNeededAtRunTime(
      org.eclipse.aether.graph.DependencyNode node,
      List<org.eclipse.aether.graph.DependencyNode> parents) {
    Dependency dependency = node.getDependency();
    return dependency == null
        || (!dependency.isOptional()
            && !List.of("test", "provided").contains(dependency.getScope()));
  }
}
