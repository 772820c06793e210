package io.rrrspec.client.source;

import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.model.RsyncInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a digest of what a run is made from, on the client: equal digests mean the same files and
 * the same wishes. Where it cannot be sure there is none. Two runs are compared by it; the worker's
 * digest of received files decides something else, whether a set-up runs again.
 */
public final class RunInputsDigest {
  private static final Pattern REPORTS =
      Pattern.compile("(.*/)?target/(surefire|failsafe)-reports/.*");

  private final MessageDigest digest;

  private RunInputsDigest(MessageDigest digest) {
    this.digest = digest;
  }

  /**
   * Of a directory that is sent.
   *
   * @param wishes whatever else decides how the tests go, in an order of its own
   * @return null if rsync does not tell what it would send, or a file cannot be read
   */
  public static @Nullable String ofSent(Path directory, RsyncInfo target, List<String> wishes) {
    return ofSent(directory, target).map(sources -> sources.with(wishes)).orElse(null);
  }

  /** The same for several runs: the files are read once. Empty where there is no digest. */
  public static Optional<RunInputsDigest> ofSent(Path directory, RsyncInfo target) {
    try {
      Optional<List<String>> paths = SentFiles.of(directory, target);
      return paths.isEmpty()
          ? Optional.empty()
          : Optional.of(of(directory, paths.get(), List.of()));
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Of some files of a directory.
   *
   * @param paths relative
   * @param wishes as above
   * @throws IOException if a file cannot be read
   */
  static String ofFiles(Path directory, List<String> paths, List<String> wishes)
      throws IOException {
    return of(directory, paths, List.of()).with(wishes);
  }

  /** The digest of a run of these files with such wishes. */
  public String with(List<String> wishes) {
    try {
      RunInputsDigest all = new RunInputsDigest((MessageDigest) digest.clone());
      wishes.forEach(wish -> all.text("wish", wish));
      return HexFormat.of().formatHex(all.digest.digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("SHA-256 of this JDK cannot be copied", e);
    }
  }

  /**
   * Of a directory that is used in place: what version control knows or does not ignore, else all
   * of it except what builds and tools put there.
   *
   * @param classPath what the tests see; directories by content, archives by size and time
   * @param wishes as above
   * @return null if a file cannot be read
   */
  public static @Nullable String ofPlace(
      Path directory, List<Path> classPath, List<String> wishes) {
    try {
      Optional<List<String>> known = GitFiles.known(directory);
      List<String> paths = known.isPresent() ? known.get() : withoutProducts(directory);
      // Each run writes them anew, also where Git does not ignore what a build makes.
      paths = paths.stream().filter(path -> !REPORTS.matcher(path).matches()).toList();
      return of(directory, paths, classPath).with(wishes);
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      return null;
    }
  }

  /**
   * Of entries of a class path, directories by content, archives by size and time.
   *
   * @throws IOException if a file cannot be read
   */
  static String ofEntries(List<Path> entries, List<String> wishes) throws IOException {
    return of(Path.of(""), List.of(), entries).with(wishes);
  }

  private static RunInputsDigest of(Path directory, List<String> paths, List<Path> classPath)
      throws IOException {
    RunInputsDigest sources = new RunInputsDigest(Sha256.begin());
    for (String path : paths.stream().sorted().toList()) {
      sources.add(path, directory.resolve(path));
    }
    for (Path entry : classPath) {
      sources.addEntry(entry);
    }
    return sources;
  }

  private static List<String> withoutProducts(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> directory.relativize(file).toString())
          .filter(path -> !path.matches("(.*/)?\\.(git|rrrspec|idea|gradle)(/.*)?"))
          .filter(path -> path.matches("(.*/)?src/.*") || !path.matches("(.*/)?(target|build)/.*"))
          .toList();
    }
  }

  private void addEntry(Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      try (Stream<Path> files = Files.walk(entry)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          add(entry.relativize(file).toString(), file);
        }
      }
    } else if (Files.exists(entry)) {
      text(entry.toString(), Files.size(entry) + " " + Files.getLastModifiedTime(entry).toMillis());
    } else {
      text(entry.toString(), "not there");
    }
  }

  private void add(String name, Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      text(name, "link " + Files.readSymbolicLink(file));
    } else if (Files.isDirectory(file)) {
      // What is a repository of its own; its files are no files of this one.
      for (String path : withoutProducts(file)) {
        add(name + "/" + path, file.resolve(path));
      }
    } else if (Files.exists(file)) {
      String how = Files.isExecutable(file) ? "executable " : "file ";
      text(name, how + HexFormat.of().formatHex(Sha256.ofFile(file)));
    } else {
      text(name, "deleted");
    }
  }

  private void text(String name, String value) {
    Sha256.add(digest, name);
    Sha256.add(digest, value);
  }
}
