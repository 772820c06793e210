package io.rrrspec.persister.viewer.source;

import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.model.TestId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes addresses that open the place of a stack frame in the reader's editor. The scheme is one of
 * two, and all that comes from a trace is encoded behind it.
 *
 * @param editor which editor
 * @param root the directory of the project on the reader's machine; null: there are no links
 */
public record SourceLinks(Editor editor, @Nullable Path root) {
  /** No links at all. */
  public static final SourceLinks NONE = new SourceLinks(Editor.NONE, null);

  /** Where projects have sources, below the directory of a module; those of tests first. */
  private static final List<String> DIRECTORIES =
      List.of(
          "src/test/java/",
          "src/main/java/",
          "src/test/kotlin/",
          "src/main/kotlin/",
          "src/test/groovy/",
          "src/test/scala/",
          "src/it/java/",
          "src/integrationTest/java/");

  private static final List<String> TESTS = List.of("Test", "Tests", "IT", "Spec", "TestCase");

  /** What opens files by an address. */
  public enum Editor {
    /** None: frames are text. */
    NONE {
      @Override
      String address(String path, int line) {
        return "";
      }
    },
    /** IntelliJ IDEA. */
    IDEA {
      @Override
      String address(String path, int line) {
        return "idea://open?file=" + encoded(path) + "&line=" + line;
      }
    },
    /** Visual Studio Code. */
    VSCODE {
      @Override
      String address(String path, int line) {
        String absolute = path.startsWith("/") ? path : "/" + path;
        return "vscode://file" + encoded(absolute).replace("%2F", "/") + ":" + line;
      }
    };

    abstract String address(String path, int line);

    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
  }

  /**
   * Reads the settings.
   *
   * @param project the directory of the project where no setting names it; null: unknown
   */
  public static SourceLinks of(Settings settings, @Nullable Path project) {
    Path named = settings.find(SettingsTable.EDITOR_ROOT);
    Path root = named == null ? project : named;
    String editor = settings.get(SettingsTable.EDITOR);
    return new SourceLinks(
        Editor.valueOf(editor.toUpperCase(Locale.ROOT)),
        root == null ? null : root.toAbsolutePath().normalize());
  }

  /**
   * Returns the address of a frame's place in the editor. If this machine has the project, too, the
   * file is looked for there; else the usual directories are assumed.
   *
   * @param specFile the task whose trace it is: it may name a module
   * @param frame a line of the trace
   * @return empty if there is none
   */
  public String link(String specFile, String frame) {
    if (editor == Editor.NONE || root == null) {
      return "";
    }
    Path project = root;
    return Frame.parse(frame)
        .map(
            found -> {
              String path = path(project, specFile, found);
              return path.isEmpty() ? "" : editor.address(path, found.line());
            })
        .orElse("");
  }

  private static String path(Path root, String specFile, Frame frame) {
    Path module = module(root, specFile);
    String file = frame.directory() + frame.file();
    if (Files.isDirectory(root)) {
      return DIRECTORIES.stream()
          .map(directory -> module.resolve(directory + file))
          .filter(Files::isRegularFile)
          .findFirst()
          .map(Path::toString)
          .orElse("");
    }
    return module.resolve(usual(frame) + file).toString();
  }

  /** Below the project, whatever a task's name says. */
  private static Path module(Path root, String specFile) {
    try {
      Path module = root.resolve(TestId.parse(specFile).module()).normalize();
      return module.startsWith(root) ? module : root;
    } catch (InvalidPathException e) {
      return root;
    }
  }

  private static String usual(Frame frame) {
    int dot = frame.file().lastIndexOf('.');
    String name = frame.file().substring(0, dot);
    String kind = TESTS.stream().anyMatch(name::endsWith) ? "test" : "main";
    String language =
        switch (frame.file().substring(dot + 1)) {
          case "kt" -> "kotlin";
          case "groovy" -> "groovy";
          case "scala" -> "scala";
          default -> "java";
        };
    return "src/" + kind + "/" + language + "/";
  }
}
