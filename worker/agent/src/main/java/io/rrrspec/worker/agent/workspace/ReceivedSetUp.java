package io.rrrspec.worker.agent.workspace;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A workspace that another worker has set up, and that stands here now. */
final class ReceivedSetUp {
  private static final Logger log = LoggerFactory.getLogger(ReceivedSetUp.class);

  private final WorkspaceRequest request;
  private final Workspace workspace;
  private final String giver;
  private final String sources;
  private final boolean prepared;

  /**
   * Describes it.
   *
   * @param giver who has set it up
   * @param sources the digest of the sources that it was set up from
   * @param prepared whether that has prepared a Maven project
   */
  ReceivedSetUp(
      WorkspaceRequest request,
      Workspace workspace,
      String giver,
      String sources,
      boolean prepared) {
    this.request = request;
    this.workspace = workspace;
    this.giver = giver;
    this.sources = sources;
    this.prepared = prepared;
  }

  String giver() {
    return giver;
  }

  boolean isPrepared() {
    return prepared;
  }

  /**
   * Whether set-up would make the same here: its sources, and all that it is known to depend on,
   * are those of the other worker. Says why not.
   *
   * @param received the sources, after a sync
   */
  boolean holds(Set<String> received, SetUpNote note) {
    String why = whyNot(received, note);
    if (why != null) {
      String told = "set-up runs, though " + giver + " has done it: " + why;
      request.lines().accept(told);
      OwnWorkspace.tell(request, told);
    }
    return why == null;
  }

  private @Nullable String whyNot(Set<String> received, SetUpNote note) {
    try {
      if (!ReceivedFilesDigest.of(workspace, new TreeSet<>(received)).equals(sources)) {
        return "the sources are others";
      }
    } catch (IOException | InvalidPathException e) {
      log.warn("taskset {}: {}", request.taskset().key(), e.toString());
      return "the sources cannot be compared";
    }
    String built = BuiltFrom.of(request, workspace, received, note.variables()).whyNot();
    if (built != null) {
      return built;
    }
    return prepared ? note.whyNotPrepared() : null;
  }
}
