package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.Project;
import io.rrrspec.worker.build.state.Freshness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The note of what the last set-up of a workspace was made from. If that set-up has prepared a
 * Maven project, the state that prepare keeps is asked, too: it knows what the build reads outside
 * of the workspace, and what it has made.
 */
final class SetUpNote {
  private static final Logger log = LoggerFactory.getLogger(SetUpNote.class);
  private static final String PREPARED = "prepared";

  private final Workspace workspace;
  private final Freshness freshness;

  SetUpNote(Workspace workspace, InstantSource clock) {
    this.workspace = workspace;
    this.freshness = new Freshness(workspace.tree(), clock);
  }

  /** Why nothing in the workspace is to be trusted, in words; null if nobody says so. */
  @Nullable String whySpoilt() {
    return freshness.whyDistrusted();
  }

  /**
   * Why set-up has to run; null if it need not.
   *
   * @param inputs what it would be made from; null if that is not known
   */
  Freshness.@Nullable Stale whyNot(@Nullable String inputs) {
    try {
      if (inputs == null || !Files.exists(workspace.setUp())) {
        return new Freshness.Stale("", false);
      }
      List<String> kept = Files.readAllLines(workspace.setUp());
      if (kept.isEmpty() || !kept.get(0).equals(inputs)) {
        return new Freshness.Stale("", false);
      }
      return kept.contains(PREPARED) ? freshness.whyNotInWorkspace() : null;
    } catch (IOException e) {
      return new Freshness.Stale("", false);
    }
  }

  /** Why what a prepare elsewhere has made does not hold here; null if it does. */
  @Nullable String whyNotPrepared() {
    Freshness.Stale stale = freshness.whyNotInWorkspace();
    return stale == null ? null : stale.why();
  }

  void forget() {
    workspace.forgetSetUp();
  }

  /** Which prepare was the last one here; null if there was none. */
  @Nullable String lastPrepare() {
    return freshness.lastPrepare();
  }

  /** Whether a set-up has prepared a Maven project, that begun after another prepare. */
  boolean hasPrepared(@Nullable String prepareBefore) {
    String prepare = freshness.lastPrepare();
    return prepare != null && !prepare.equals(prepareBefore);
  }

  /** The names of environment variables that the build has read, as far as that is known. */
  Set<String> variables() {
    return freshness.variables();
  }

  /**
   * Keeps the note after a set-up that succeeded.
   *
   * @param prepareBefore which prepare was the last one before that set-up
   */
  void keep(String inputs, @Nullable String prepareBefore) {
    keepFetched(inputs, hasPrepared(prepareBefore));
  }

  /**
   * Keeps the note of a set-up that another worker has done, and that holds here.
   *
   * @param inputs what it would be made from here
   * @param prepared whether it has prepared a Maven project
   */
  void keepFetched(String inputs, boolean prepared) {
    try {
      Files.write(workspace.setUp(), prepared ? List.of(inputs, PREPARED) : List.of(inputs));
    } catch (IOException e) {
      // Without it the next run sets up again. What was written half equals nothing.
      log.warn("cannot write {}: {}", workspace.setUp(), e.getMessage());
    }
  }

  /**
   * Deletes what prepare has noted, which a sync leaves alone, and what it has built: options of
   * rsync may protect that.
   */
  void forgetPrepare() {
    freshness.buildDirectories().forEach(Workspace::deleteAll);
    Path directory = Project.directory(workspace.tree());
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> notes = Files.walk(directory)) {
      for (Path note : notes.filter(Files::isRegularFile).toList()) {
        Files.deleteIfExists(note);
      }
    } catch (IOException e) {
      throw new ServiceException("cannot delete in " + directory + ": " + e.getMessage(), e);
    }
  }
}
