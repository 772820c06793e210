package io.rrrspec.experiments.change;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles small classes and packs them. */
final class Jars {
  private Jars() {}

  /**
   * A library whose class {@code lib.NAME} has a text WORD, which no compiler copies into the
   * classes that read it; the size depends on no word.
   */
  static byte[] library(String name, String word) {
    return jar(
        compiled(
            "lib/" + name + ".java",
            "package lib; public final class %s { public static final String WORD = \"%s\".trim(); }\n"
                .formatted(name, word)));
  }

  /** A jar with one text. */
  static byte[] text(String name, String text) {
    return jar(Map.of(name, text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A pom for the local repository. */
  static String pom(String artifact, String version, String more) {
    return "<project><modelVersion>4.0.0</modelVersion><groupId>demo</groupId><artifactId>"
        + artifact
        + "</artifactId><version>"
        + version
        + "</version>"
        + more
        + "</project>";
  }

  /** Compiles a class against JUnit; returns the files that come of it, by their paths. */
  static Map<String, byte[]> compiled(String path, String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try {
      Path dir = Files.createTempDirectory("change-check");
      Path file = dir.resolve("src").resolve(path);
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, source);
      Path out = Files.createDirectory(dir.resolve("out"));
      ByteArrayOutputStream words = new ByteArrayOutputStream();
      List<String> command =
          List.of(
              "-proc:none",
              "--release",
              "17",
              "-cp",
              System.getProperty("java.class.path", ""),
              "-d",
              out.toString(),
              file.toString());
      if (compiler.run(null, words, words, command.toArray(String[]::new)) != 0) {
        throw new IllegalArgumentException(words.toString(StandardCharsets.UTF_8));
      }
      Map<String, byte[]> classes = new TreeMap<>();
      try (Stream<Path> found = Files.walk(out)) {
        for (Path made : found.filter(Files::isRegularFile).toList()) {
          classes.put(out.relativize(made).toString(), Files.readAllBytes(made));
        }
      }
      Tree.deleteTree(dir);
      return classes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Packs files without compressing them, so that its size is that of its content. */
  static byte[] jar(Map<String, byte[]> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
        CRC32 crc = new CRC32();
        crc.update(file.getValue());
        JarEntry entry = new JarEntry(file.getKey());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(file.getValue().length);
        entry.setCrc(crc.getValue());
        entry.setTime(1_600_000_000_000L);
        jar.putNextEntry(entry);
        jar.write(file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
