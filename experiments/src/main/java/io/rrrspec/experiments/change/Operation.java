package io.rrrspec.experiments.change;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Locale;
import java.util.Random;

/** What can be done to one file. */
enum Operation {
  APPEND("a byte more"),
  FLIP("another byte, same size"),
  FLIP_UNSEEN("another byte, same size and time"),
  LAST_BYTE("another last byte, same size"),
  TRUNCATE("emptied"),
  OLDER("another byte, and an older time"),
  EXCHANGE("another file of the same size and time in its place"),
  DELETE("deleted"),
  ADD("a file beside it"),
  ADD_HIDDEN("a hidden file beside it"),
  RENAME("renamed"),
  CAPITALS("renamed to capitals"),
  PERMISSION("right to execute"),
  TO_DIRECTORY("became a directory"),
  TO_LINK("became a link to another file"),
  TOUCH("another time alone");

  private final String words;

  Operation(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** The second path that it touches; the file itself if there is none. */
  Path other(Path file, Random random) {
    String name = String.valueOf(file.getFileName());
    return switch (this) {
      case ADD ->
          file.resolveSibling("new " + random.nextInt(1_000) + SmallProject.UMLAUT + " " + name);
      case ADD_HIDDEN -> file.resolveSibling(".new-" + random.nextInt(1_000));
      case RENAME -> file.resolveSibling("renamed-" + random.nextInt(1_000) + "-" + name);
      case CAPITALS -> file.resolveSibling(name.toUpperCase(Locale.ROOT) + "X");
      default -> file;
    };
  }

  /** Does it. */
  void apply(Path file, Path other, Random random) throws IOException {
    switch (this) {
      case APPEND -> Files.writeString(file, "\n", StandardOpenOption.APPEND);
      case FLIP -> flip(file, random.nextInt(Math.max(1, (int) Files.size(file))));
      case FLIP_UNSEEN -> unseen(file, random);
      case LAST_BYTE -> flip(file, (int) Files.size(file) - 1);
      case TRUNCATE -> Files.write(file, new byte[0]);
      case OLDER -> {
        flip(file, 0);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_500_000_000_000L));
      }
      case EXCHANGE -> exchange(file);
      case DELETE -> Files.delete(file);
      case ADD, ADD_HIDDEN -> Files.writeString(other, "new");
      case RENAME, CAPITALS -> Files.move(file, other);
      case PERMISSION -> {
        if (!file.toFile().setExecutable(!Files.isExecutable(file), false)) {
          throw new IOException("cannot change the permissions of " + file);
        }
      }
      case TO_DIRECTORY -> {
        Files.delete(file);
        Files.createDirectory(file);
      }
      case TO_LINK -> {
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/etc/hostname"));
      }
      case TOUCH -> Files.setLastModifiedTime(file, FileTime.fromMillis(random.nextInt()));
    }
  }

  private static void unseen(Path file, Random random) throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    flip(file, random.nextInt(Math.max(1, (int) Files.size(file))));
    Files.setLastModifiedTime(file, time);
  }

  private static void exchange(Path file) throws IOException {
    Path other = file.resolveSibling(".exchange");
    Files.copy(file, other, StandardCopyOption.COPY_ATTRIBUTES);
    flip(other, 0);
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length == 0) {
      Files.writeString(file, "x");
      return;
    }
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }
}
