package io.rrrspec.common.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scripts as the build has joined them, each behind its SHA-1. A JVM that has just started
 * would need some 35 ms for that, which is much for one that runs a single class.
 */
public final class BuiltScripts {
  private static final String DIRECTORY = "built";
  private static final int SHA_LENGTH = 40;

  private BuiltScripts() {}

  /** Reads one; null where the build has made none. */
  static @Nullable Script find(String name) {
    try (InputStream in = BuiltScripts.class.getResourceAsStream(DIRECTORY + "/" + name + ".lua")) {
      if (in == null) {
        return null;
      }
      byte[] all = in.readAllBytes();
      String text = new String(all, SHA_LENGTH, all.length - SHA_LENGTH, UTF_8);
      return new Script(name, text, new String(all, 0, SHA_LENGTH, ISO_8859_1));
    } catch (IOException e) {
      throw new IllegalStateException("cannot read script " + name, e);
    }
  }

  /**
   * Makes them; called by the build.
   *
   * @param args the directory of the compiled classes
   */
  public static void main(String[] args) throws IOException {
    Path here = Path.of(args[0], "io/rrrspec/common/redis");
    Path scripts = here.resolve("lua");
    Path directory = Files.createDirectories(here.resolve(DIRECTORY));
    List<String> names;
    try (Stream<Path> files = Files.list(scripts)) {
      names =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(file -> file.endsWith(".lua"))
              .map(file -> file.substring(0, file.length() - ".lua".length()))
              .toList();
    }
    for (String name : names) {
      Script script = Script.join(name);
      Files.writeString(directory.resolve(name + ".lua"), script.sha() + script.text());
    }
  }
}
