package io.rrrspec.worker.prepare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A digest over files and values; two that are equal mean the same content under the same names.
 */
final class Fingerprint {
  private static final Pattern VARIABLE = Pattern.compile("env\\.([A-Za-z_][A-Za-z0-9_]*)");

  private final MessageDigest digest;
  private final Map<String, String> environment;
  private final TreeSet<String> variables = new TreeSet<>();

  Fingerprint(Map<String, String> environment) {
    this.environment = environment;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  void value(String name, String value) {
    bytes(name.getBytes(StandardCharsets.UTF_8));
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  void variable(String name) {
    value("$" + name, environment.getOrDefault(name, ""));
  }

  /** The content of a file that may be missing. */
  void content(Path file) throws IOException {
    value("file", file.toString());
    bytes(Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0]);
  }

  /**
   * The content of a file that can name environment variables as <code>env.NAME</code>; their
   * values count as soon as {@link #hex} is called.
   */
  void settings(Path file) throws IOException {
    content(file);
    if (Files.isRegularFile(file)) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      Matcher matcher = VARIABLE.matcher(text);
      while (matcher.find()) {
        variables.add(matcher.group(1));
      }
    }
  }

  /**
   * Names and contents of all files below a directory, without some directories and without those
   * that are hidden, except Maven's own.
   *
   * @throws IOException also if there is a link to a directory, as what lies behind is unknown
   */
  void tree(Path root, Path... without) throws IOException {
    TreeMap<String, Path> files = new TreeMap<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = String.valueOf(dir.getFileName());
            boolean hidden = name.startsWith(".") && !name.equals(".mvn") && !dir.equals(root);
            for (Path excluded : without) {
              hidden |= dir.equals(excluded);
            }
            return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isSymbolicLink() && Files.isDirectory(file)) {
              throw new IOException(file + " is a link to a directory");
            }
            files.put(root.relativize(file).toString(), file);
            return FileVisitResult.CONTINUE;
          }
        });
    for (Map.Entry<String, Path> entry : files.entrySet()) {
      value("name", entry.getKey());
      content(entry.getValue());
    }
  }

  /** Size and time of a file, or of all files below a directory. */
  void stamp(Path path) throws IOException {
    TreeMap<String, String> stamps = new TreeMap<>();
    if (Files.exists(path)) {
      Files.walkFileTree(
          path,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              // The times of what a link points to, as a repository may be one of links.
              BasicFileAttributes is =
                  attributes.isSymbolicLink()
                      ? Files.readAttributes(file, BasicFileAttributes.class)
                      : attributes;
              stamps.put(file.toString(), is.size() + " " + is.lastModifiedTime());
              return FileVisitResult.CONTINUE;
            }
          });
    }
    value("stamped", path.toString());
    stamps.forEach(this::value);
    value("stamps", String.valueOf(stamps.size()));
  }

  String hex() {
    variables.forEach(this::variable);
    return HexFormat.of().formatHex(digest.digest());
  }

  private void bytes(byte[] bytes) {
    // The length first, so that what follows cannot be taken for a part of it.
    digest.update(Integer.toString(bytes.length).getBytes(StandardCharsets.UTF_8));
    digest.update((byte) ':');
    digest.update(bytes);
  }
}
