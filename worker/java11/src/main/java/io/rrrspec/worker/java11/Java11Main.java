package io.rrrspec.worker.java11;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Rewrites a jar in place. Its arguments are the path of the jar and the package of Jackson's
 * annotations in it.
 */
public final class Java11Main {
  private Java11Main() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException("give it a jar and the package of Jackson's annotations");
    }
    rewrite(Path.of(args[0]), args[1].replace('.', '/'));
  }

  /**
   * Rewrites all classes of a jar; what else is in it, the order and the times stay.
   *
   * @throws IOException if the jar cannot be read or written; it is then as it was
   */
  static void rewrite(Path jar, String jackson) throws IOException {
    Path draft = Files.createTempFile(jar.toAbsolutePath().getParent(), "java11", ".jar");
    try {
      try (JarFile from = new JarFile(jar.toFile());
          OutputStream file = Files.newOutputStream(draft);
          JarOutputStream to = new JarOutputStream(file)) {
        for (JarEntry entry : from.stream().toList()) {
          JarEntry copy = new JarEntry(entry.getName());
          copy.setTime(entry.getTime());
          to.putNextEntry(copy);
          to.write(content(from, entry, jackson));
          to.closeEntry();
        }
      }
      // A temporary file is for nobody but its owner.
      Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(jar));
      Files.move(draft, jar, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static byte[] content(JarFile jar, JarEntry entry, String jackson) throws IOException {
    try (var in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      return entry.getName().endsWith(".class") ? Java11Class.rewrite(bytes, jackson) : bytes;
    }
  }
}
