package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.rsync.RsyncItem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What set-ups have built from since the workspace was made anew, whether they ended well or not. A
 * build leaves what it has made of a source that is gone since: a copied resource, a generated
 * class. The same goes for what a pom does not ask for any more. So nothing is built upon that: a
 * worker's build is that of a fresh clone. It is noted before set-up begins, so that one that fails
 * or is cut off is not forgotten. What only tests have written is never among it.
 */
final class BuiltFrom {
  private static final String FIRST = "built from 1";

  /** Stands before the names of what is no file: rsync tells of relative paths. */
  private static final String NO_FILE = "/";

  private static final String VARIABLE = NO_FILE + "the variable ";

  private final Workspace workspace;
  private final Map<String, String> environment;
  private final String command;
  private final Map<String, String> now = new TreeMap<>();
  private final @Nullable Kept earlier;

  /**
   * What was noted.
   *
   * @param plain digest of a set-up command that is known to prepare no Maven project; else empty
   * @param things by name, each with all that it was
   */
  private record Kept(String plain, Map<String, List<String>> things) {}

  private BuiltFrom(Workspace workspace, WorkspaceRequest request, @Nullable Kept earlier) {
    this.workspace = workspace;
    this.environment = new HashMap<>(System.getenv());
    environment.putAll(request.environment());
    this.command = digest(request.taskset().setupCommand());
    this.earlier = earlier;
  }

  /** Notes that nothing was built yet, in a workspace that is about to be made. */
  static void begin(Workspace workspace) {
    write(workspace, List.of(FIRST, ""));
  }

  /**
   * Compares what set-up would build from now with what it has built from.
   *
   * @param received the files of the sources
   * @param variables names of environment variables that the build is known to read
   */
  static BuiltFrom of(
      WorkspaceRequest request, Workspace workspace, Set<String> received, Set<String> variables) {
    try {
      BuiltFrom built = new BuiltFrom(workspace, request, read(workspace.builtFrom()));
      for (String path : received) {
        built.now.put(
            path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
            what(workspace, path));
      }
      built.now.put(NO_FILE + "the set-up command", built.command);
      built.now.put(NO_FILE + "the JDK", digest(SetUpInputs.jdk(request)));
      variables.forEach(built::addVariable);
      if (built.earlier != null) {
        for (String name : built.earlier.things().keySet()) {
          if (name.startsWith(VARIABLE)) {
            built.addVariable(name.substring(VARIABLE.length()));
          }
        }
      }
      return built;
    } catch (IOException e) {
      throw new ServiceException(
          "the sources in " + workspace.tree() + " cannot be compared: " + e.getMessage(), e);
    }
  }

  private void addVariable(String name) {
    // Ours differ from run to run, and no build gets them.
    if (!name.startsWith("RRRSPEC_")) {
      now.put(VARIABLE + name, digest(environment.getOrDefault(name, "")));
    }
  }

  /** What kind of file it is; and its content, if that may change what is made of others. */
  private static String what(Workspace workspace, String path) throws IOException {
    if (path.endsWith("/")) {
      return "directory";
    }
    try {
      Path file = workspace.tree().resolve(RsyncItem.unescaped(path));
      if (Files.isSymbolicLink(file)) {
        return digest("link " + Files.readSymbolicLink(file));
      }
      boolean ofBuild =
          path.equals("pom.xml") || path.endsWith("/pom.xml") || path.startsWith(".mvn/");
      return ofBuild && Files.isRegularFile(file)
          ? digest(Files.readString(file, StandardCharsets.ISO_8859_1))
          : "file";
    } catch (InvalidPathException e) {
      // A name that this worker's locale has no letters for.
      return "file";
    }
  }

  /** Why nothing may be built upon what is there, in a few words; null if it may. */
  @Nullable String whyNot() {
    if (earlier == null) {
      return "it is not known what it was built from";
    }
    if (earlier.plain().equals(command)) {
      return null;
    }
    for (Map.Entry<String, List<String>> thing : earlier.things().entrySet()) {
      String is = now.get(thing.getKey());
      if (is == null || !List.of(is).equals(thing.getValue())) {
        String name = RsyncItem.unescaped(thing.getKey()).replaceAll("\\p{Cntrl}", "?");
        String shown = name.startsWith(NO_FILE) ? name.substring(1) : name;
        return shown + (is == null ? " is gone" : " has changed");
      }
    }
    return null;
  }

  /** Notes it, beside what was noted earlier. */
  void keep() {
    keep(earlier != null && earlier.plain().equals(command) ? command : "");
  }

  /**
   * Notes what is known after a set-up that succeeded.
   *
   * @param prepared whether it has prepared a Maven project: of any other set-up it is not known
   *     what it makes of its sources, and it may have reasons to keep that
   * @param variables names of environment variables that the build has read
   */
  void succeeded(boolean prepared, Set<String> variables) {
    variables.forEach(this::addVariable);
    keep(prepared ? "" : command);
  }

  private void keep(String plain) {
    Map<String, List<String>> all = new TreeMap<>();
    if (earlier != null) {
      all.putAll(earlier.things());
    }
    now.forEach(
        (name, what) -> {
          List<String> was = new ArrayList<>(all.getOrDefault(name, List.of()));
          if (!was.contains(what)) {
            was.add(what);
          }
          all.put(name, was);
        });
    List<String> lines = new ArrayList<>(List.of(FIRST, plain));
    all.forEach((name, was) -> lines.add(name + "\t" + String.join("\t", was)));
    write(workspace, lines);
  }

  private static @Nullable Kept read(Path note) throws IOException {
    if (!Files.exists(note)) {
      return null;
    }
    List<String> lines = Files.readAllLines(note);
    if (lines.size() < 2 || !lines.get(0).equals(FIRST)) {
      return null;
    }
    Map<String, List<String>> things = new TreeMap<>();
    for (String line : lines.subList(2, lines.size())) {
      // rsync writes no tab in a name.
      List<String> parts = List.of(line.split("\t", -1));
      things.put(parts.get(0), parts.subList(1, parts.size()));
    }
    return new Kept(lines.get(1), things);
  }

  /** As a whole or not at all: what is missing in the note would not be missed. */
  private static void write(Workspace workspace, List<String> lines) {
    Path draft = workspace.builtFrom().resolveSibling("built-from.draft");
    try {
      Files.write(draft, lines);
      Files.move(
          draft,
          workspace.builtFrom(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new ServiceException("cannot write " + draft + ": " + e.getMessage(), e);
    }
  }

  private static String digest(String text) {
    return HexFormat.of().formatHex(Sha256.ofText(text), 0, 16);
  }
}
