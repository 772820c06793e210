package io.rrrspec.worker.build.state;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Adapts a prepared project to another place: prepare writes absolute paths into its own files.
 * What else in the project has its old path stays as it is.
 */
public final class Relocation {
  private final Path from;
  private final Path to;
  private final Path directory;

  private Relocation(Path from, Path to) {
    this.from = from;
    this.to = to;
    this.directory = Project.directory(to);
  }

  /**
   * Adapts what prepare has written, if it was there.
   *
   * @param from where the project was prepared; absolute
   * @param to where it is now; absolute, without links
   */
  public static void of(Path from, Path to) {
    if (from.equals(to) || !Files.isDirectory(Project.directory(to), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      new Relocation(from, to).move();
    } catch (IOException e) {
      throw new ServiceException(
          "the project in " + to + " cannot be adapted to its place: " + e.getMessage(), e);
    }
  }

  private void move() throws IOException {
    Kept kept = Kept.read(directory, to);
    for (Path file : WrittenFiles.all(directory)) {
      // As bytes: what is not text stays what it is.
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      Files.writeString(file, moved(text), StandardCharsets.ISO_8859_1);
    }
    if (kept == null) {
      Files.deleteIfExists(Kept.file(directory));
      return;
    }
    Map<Path, FileEntry> products = new TreeMap<>();
    for (Map.Entry<Path, FileEntry> product : kept.products().entrySet()) {
      Path path = moved(product.getKey());
      boolean written = path.startsWith(directory);
      products.put(path, written ? FileEntry.read(path, FileStamp.of(path)) : product.getValue());
    }
    new Kept(
            kept.values(),
            kept.variables(),
            kept.plugins(),
            kept.reasons(),
            kept.until(),
            kept.taken(),
            moved(kept.buildDirectories()),
            moved(kept.inBuild()),
            kept.roots(),
            kept.sources(),
            kept.outside(),
            products)
        .write(directory, to);
  }

  private Set<Path> moved(Set<Path> paths) {
    return paths.stream().map(this::moved).collect(Collectors.toCollection(TreeSet::new));
  }

  private Path moved(Path path) {
    return path.startsWith(from) ? to.resolve(from.relativize(path)) : path;
  }

  /** Only where the path ends with the old place, or goes on below it. */
  private String moved(String text) {
    String old = bytes(from);
    String fresh = bytes(to);
    StringBuilder made = new StringBuilder();
    int done = 0;
    for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length())) {
      int end = at + old.length();
      if (isEdge(text, at - 1) && (end == text.length() || isEnd(text.charAt(end)))) {
        made.append(text, done, at).append(fresh);
        done = end;
      }
    }
    return made.append(text.substring(done)).toString();
  }

  /** What stands before an absolute path is no part of one; URLs have more slashes there. */
  private static boolean isEdge(String text, int at) {
    return at < 0
        || !(Character.isLetterOrDigit(text.charAt(at)) || "._-".indexOf(text.charAt(at)) >= 0);
  }

  private static boolean isEnd(char c) {
    return !(Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0);
  }

  private static String bytes(Path path) {
    return new String(
        path.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
