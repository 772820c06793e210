package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.files.Removal;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.worker.agent.artifact.Archive;
import io.rrrspec.worker.agent.artifact.Draft;
import io.rrrspec.worker.build.state.Relocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A workspace as an archive: its tree, and what is noted about it. One note says who has made it,
 * where, from which sources, and whether that has prepared a Maven project.
 */
final class PackedWorkspace {
  private static final String TREE = "tree";
  private static final String MADE = "made";
  private static final String RECEIVED = "received";
  private static final String BUILT_FROM = "built-from";
  private static final String PREPARED = "prepared";
  private static final String PLAIN = "plain";

  private final WorkspaceRequest request;
  private final Workspace workspace;
  private final Path incoming;

  /**
   * Of a workspace.
   *
   * @param incoming where an archive is unpacked; on the file system of the workspace
   */
  PackedWorkspace(WorkspaceRequest request, Workspace workspace, Path incoming) {
    this.request = request;
    this.workspace = workspace;
    this.incoming = incoming;
  }

  /**
   * Packs the workspace.
   *
   * @return its size as an archive, in bytes
   */
  long pack(Draft into, boolean prepared) throws IOException {
    try (Draft draft = into) {
      List<String> received = Files.readAllLines(workspace.received());
      Map<String, String> notes = new LinkedHashMap<>();
      notes.put(
          MADE,
          String.join(
              "\n",
              Keys.lastPart(request.workerKey()),
              workspace.tree().toString(),
              ReceivedFilesDigest.of(workspace, new TreeSet<>(received)),
              prepared ? PREPARED : PLAIN));
      notes.put(RECEIVED, Files.readString(workspace.received()));
      notes.put(BUILT_FROM, Files.readString(workspace.builtFrom()));
      Archive.pack(draft, notes, workspace.tree(), TREE);
      return draft.commit().bytes();
    }
  }

  /**
   * Puts what an archive holds in the place of the workspace.
   *
   * @throws IOException if the archive is damaged, or is no workspace; then the workspace is as it
   *     was, or empty
   */
  ReceivedSetUp unpack(Path archive) throws IOException, InterruptedException {
    Removal.of(incoming);
    try {
      Archive.unpack(archive, incoming);
      List<String> made = lines(MADE);
      if (made.size() != 4
          || !Files.isDirectory(incoming.resolve(TREE), LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException("it is no workspace");
      }
      Path from = Path.of(made.get(1));
      List<String> received = lines(RECEIVED);
      List<String> builtFrom = lines(BUILT_FROM);
      // From here on it is not what it was: should this end now, the next sync makes it anew.
      workspace.forget();
      Removal.of(workspace.tree());
      Files.move(incoming.resolve(TREE), workspace.tree());
      Relocation.of(from, workspace.tree());
      Files.write(workspace.builtFrom(), builtFrom);
      Files.write(workspace.received(), received);
      return new ReceivedSetUp(
          request, workspace, made.get(0), made.get(2), made.get(3).equals(PREPARED));
    } catch (InvalidPathException e) {
      throw new IOException("it was made at no place: " + e.getMessage(), e);
    } finally {
      Removal.of(incoming);
    }
  }

  private List<String> lines(String note) throws IOException {
    Path file = incoming.resolve(note);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("it has no note '" + note + "'");
    }
    return Files.readAllLines(file);
  }
}
