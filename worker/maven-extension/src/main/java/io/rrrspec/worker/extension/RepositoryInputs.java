package io.rrrspec.worker.extension;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.eclipse.aether.RepositoryEvent;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.metadata.Metadata;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What Maven took from the local repository: jars and poms of dependencies, plugins, parents and
 * imports; and the lists of versions, which it fetches again from time to time.
 */
final class RepositoryInputs {
  private final Map<String, String> files = new ConcurrentHashMap<>();
  private final Set<String> versionLists = new ConcurrentSkipListSet<>();
  private final Set<String> updatePolicies = new ConcurrentSkipListSet<>();

  void add(RepositoryEvent event) {
    switch (event.getType()) {
      case ARTIFACT_RESOLVED -> {
        File file = event.getFile();
        if (file == null && event.getArtifact() != null) {
          file = event.getArtifact().getFile();
        }
        if (file != null) {
          // As it is now: who replaces it a moment later has replaced what the build has read.
          files.putIfAbsent(file.getAbsolutePath(), file.length() + " " + file.lastModified());
        }
      }
      case METADATA_RESOLVED -> addVersions(event);
      default -> {}
    }
  }

  private void addVersions(RepositoryEvent event) {
    Metadata metadata = event.getMetadata();
    RepositorySystemSession session = event.getSession();
    if (metadata == null) {
      return;
    }
    File file = event.getFile() != null ? event.getFile() : metadata.getFile();
    if (file != null) {
      versionLists.add(file.getAbsolutePath());
    }
    var manager = session.getLocalRepositoryManager();
    Path root = manager.getRepository().getBasedir().toPath();
    // Somebody may install a newer version here, where there is none yet.
    versionLists.add(root.resolve(manager.getPathForLocalMetadata(metadata)).toString());
    if (event.getRepository() instanceof RemoteRepository remote && !session.isOffline()) {
      addPolicy(remote, metadata.getNature());
    }
  }

  private void addPolicy(RemoteRepository remote, Metadata.Nature nature) {
    boolean releases = nature != Metadata.Nature.SNAPSHOT;
    boolean snapshots = nature != Metadata.Nature.RELEASE;
    addIf(releases ? remote.getPolicy(false) : null);
    addIf(snapshots ? remote.getPolicy(true) : null);
  }

  private void addIf(@Nullable RepositoryPolicy policy) {
    if (policy != null && policy.isEnabled()) {
      updatePolicies.add(String.valueOf(policy.getUpdatePolicy()));
    }
  }

  void addTo(Map<String, Object> inputs) {
    inputs.put("repositoryFiles", files);
    inputs.put("versionLists", versionLists);
    inputs.put("updatePolicies", updatePolicies);
  }
}
