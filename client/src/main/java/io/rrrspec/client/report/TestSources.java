package io.rrrspec.client.report;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the sources of test classes where builds have them. */
public final class TestSources {
  private static final List<String> LANGUAGES = List.of("java", "kotlin", "groovy");
  private static final List<String> ENDINGS = List.of(".java", ".kt", ".groovy");

  private TestSources() {}

  /**
   * The source of a class.
   *
   * @param module the directory of its module
   * @param className any text; of a nested class the source is that of the class around it
   * @return null if there is none
   */
  public static @Nullable Path ofClass(Path module, String className) {
    String top = topLevel(className);
    for (String ending : ENDINGS) {
      Path file = existing(module, top.replace('.', '/') + ending);
      if (file != null) {
        return file;
      }
    }
    return null;
  }

  /**
   * A file below one of the directories of test sources.
   *
   * @param module the directory of its module
   * @param name with slashes; any text
   * @return null if there is none
   */
  public static @Nullable Path existing(Path module, String name) {
    for (String language : LANGUAGES) {
      try {
        Path file = module.resolve("src/test/" + language + "/" + name);
        if (!name.contains("..") && Files.isRegularFile(file)) {
          return file;
        }
      } catch (InvalidPathException e) {
        // Nobody's file has such a name.
        return null;
      }
    }
    return null;
  }

  /** The class that a nested one stands in; any other class itself. */
  public static String topLevel(String className) {
    int nested = className.indexOf('$');
    return nested < 0 ? className : className.substring(0, nested);
  }
}
