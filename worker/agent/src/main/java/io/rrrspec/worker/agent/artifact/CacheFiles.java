package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.files.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a cache. {@code content/DIGEST} are the packed artifacts, {@code names/NAME} say
 * which of them an artifact is, and when it was used; {@code drafts} is what is being written. A
 * content is there, and on the disk, before a name leads to it.
 */
final class CacheFiles {
  private static final Logger log = LoggerFactory.getLogger(CacheFiles.class);

  private final Path contents;
  private final Path names;
  private final Path drafts;

  private CacheFiles(Path dir) {
    this.contents = dir.resolve("content");
    this.names = dir.resolve("names");
    this.drafts = dir.resolve("drafts");
  }

  static CacheFiles open(Path dir) throws IOException {
    PrivateFiles.directory(dir, "name a directory of its own for this worker, with --working-dir");
    CacheFiles files = new CacheFiles(dir);
    for (Path part : List.of(files.contents, files.names, files.drafts)) {
      Files.createDirectories(part, PrivateFiles.directoryMode());
    }
    for (Path draft : list(files.drafts)) {
      Files.delete(draft);
    }
    return files;
  }

  private static List<Path> list(Path dir) throws IOException {
    try (Stream<Path> found = Files.list(dir)) {
      return found.toList();
    }
  }

  /** All artifacts that are whole, what was used last at the end; others are forgotten. */
  Map<String, Holding.Content> names() throws IOException {
    record Named(Path file, FileTime used) {}
    List<Named> found = new ArrayList<>();
    for (Path file : list(names)) {
      found.add(new Named(file, Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)));
    }
    found.sort(Comparator.comparing(Named::used));
    Map<String, Holding.Content> all = new LinkedHashMap<>();
    for (Named named : found) {
      String name = String.valueOf(named.file().getFileName());
      Optional<Holding.Content> content = read(named.file());
      if (content.isPresent() && SafeName.isSafe(name) && isWhole(content.get())) {
        all.put(name, content.get());
      } else {
        log.warn("artifact {}: is not whole, and is removed", named.file());
        Files.delete(named.file());
      }
    }
    return all;
  }

  private static Optional<Holding.Content> read(Path file) throws IOException {
    // What this class writes is shorter; who else writes here may write anything.
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > 200) {
      return Optional.empty();
    }
    return Holding.contentOf(Files.readString(file, StandardCharsets.ISO_8859_1).strip());
  }

  private boolean isWhole(Holding.Content content) throws IOException {
    Path file = content(content.digest());
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) == content.bytes();
  }

  /** Removes contents that no name leads to. */
  void dropAllBut(Set<String> digests) throws IOException {
    for (Path file : list(contents)) {
      if (!digests.contains(String.valueOf(file.getFileName()))) {
        Files.delete(file);
      }
    }
  }

  Path content(String digest) {
    return contents.resolve(digest);
  }

  /** An empty file to write to, which nobody else has. */
  Path draft() {
    try {
      return Files.createFile(
          drafts.resolve(UUID.randomUUID().toString()), PrivateFiles.fileMode());
    } catch (IOException e) {
      throw new ServiceException("cannot write in " + drafts + ": " + e.getMessage(), e);
    }
  }

  /** Makes a draft, which is on the disk already, the content of a name. */
  void keep(String name, Path draft, Holding.Content content) throws IOException {
    move(draft, content(content.digest()));
    // The directory, too: a name must not outlive its content when the power fails.
    sync(contents);
    Path text = draft();
    try {
      Files.writeString(text, content.digest() + " " + content.bytes() + "\n");
      sync(text);
      move(text, names.resolve(name));
    } finally {
      Files.deleteIfExists(text);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Notes that an artifact is used now; that only decides who goes first. */
  void touch(String name, Instant now) {
    try {
      Files.setLastModifiedTime(names.resolve(name), FileTime.from(now));
    } catch (IOException e) {
      log.warn("artifact {}: its use cannot be noted: {}", name, e.getMessage());
    }
  }

  void forget(String name) {
    delete(names.resolve(name));
  }

  void remove(String digest) {
    delete(content(digest));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.warn("{} cannot be removed: {}", file, e.getMessage());
    }
  }
}
