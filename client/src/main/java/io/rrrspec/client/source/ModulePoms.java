package io.rrrspec.client.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which modules the poms of a directory name, in whatever profile. */
final class ModulePoms {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]{1,500})</module>");

  private final Path root;
  private final Set<Path> read = new HashSet<>();
  private final Set<String> directories = new TreeSet<>();

  private ModulePoms(Path root) {
    this.root = root;
  }

  /**
   * The directories of all modules below a directory, relative to it.
   *
   * @param root absolute
   */
  static Set<String> directories(Path root) {
    ModulePoms poms = new ModulePoms(root.normalize());
    poms.read(root.normalize().resolve("pom.xml"));
    return poms.directories;
  }

  private void read(Path pom) {
    if (!read.add(pom)) {
      return;
    }
    String text;
    try {
      text = new String(Files.readAllBytes(pom), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // Maven, too, will say so.
      return;
    }
    Path directory = pom.resolveSibling("").normalize();
    Matcher module = MODULE.matcher(text);
    while (module.find()) {
      Path named = directory.resolve(module.group(1).strip().replace('\\', '/')).normalize();
      if (named.startsWith(root) && !named.equals(root)) {
        boolean isFile = Files.isRegularFile(named);
        Path of = isFile ? named.resolveSibling("") : named;
        directories.add(root.relativize(of).toString());
        read(isFile ? named : named.resolve("pom.xml"));
      }
    }
  }
}
