package io.rrrspec.worker.build.state;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a prepare, in one file of lines: reading it is a part of every run, and lines are
 * read faster than JSON.
 *
 * @param values texts by name, such as the JDK
 * @param variables digests of environment variables by name; what they hold may be secret
 * @param plugins those that ran and may depend on anything, as group:artifact
 * @param reasons why the next prepare has to ask Maven again anyway, in words
 * @param until the moment from which on Maven would look for newer versions, in epoch milliseconds
 * @param taken when the files were looked at, by the clock of their file system, in nanoseconds
 * @param buildDirectories what is in them is made by the build, and no source; one a module
 * @param inBuild sources and resources that lie below a build directory, where others may write,
 *     too
 * @param roots files and directories outside of the project that the build reads
 * @param sources the project's own files
 * @param outside the files of the roots
 * @param products the files that the build made
 */
record Kept(
    Map<String, String> values,
    Map<String, String> variables,
    Set<String> plugins,
    List<String> reasons,
    long until,
    long taken,
    Set<Path> buildDirectories,
    Set<Path> inBuild,
    Set<Path> roots,
    Map<Path, FileEntry> sources,
    Map<Path, FileEntry> outside,
    Map<Path, FileEntry> products) {
  private static final String FIRST = "rrrspec-java prepared 6";
  private static final String LAST = "end";

  static Path file(Path directory) {
    return directory.resolve("prepared");
  }

  Kept withFiles(
      long at,
      Map<Path, FileEntry> newSources,
      Map<Path, FileEntry> newOutside,
      Map<Path, FileEntry> newProducts) {
    return new Kept(
        values,
        variables,
        plugins,
        reasons,
        until,
        at,
        buildDirectories,
        inBuild,
        roots,
        newSources,
        newOutside,
        newProducts);
  }

  Kept withReasons(List<String> now) {
    return new Kept(
        values,
        variables,
        plugins,
        now,
        until,
        taken,
        buildDirectories,
        inBuild,
        roots,
        sources,
        outside,
        products);
  }

  /** Writes it, as a whole or not at all. */
  void write(Path directory, Path project) throws IOException {
    Path draft = Files.createTempFile(directory, "prepared", ".draft");
    try {
      try (BufferedWriter out = Files.newBufferedWriter(draft)) {
        Lines lines = new Lines(out, project);
        lines.write(FIRST);
        for (Map.Entry<String, String> value : values.entrySet()) {
          lines.write("value", value.getKey(), value.getValue());
        }
        for (Map.Entry<String, String> variable : variables.entrySet()) {
          lines.write("variable", variable.getKey(), variable.getValue());
        }
        for (String plugin : plugins) {
          lines.write("plugin", plugin);
        }
        for (String reason : reasons) {
          lines.write("reason", reason);
        }
        lines.write("until", Long.toString(until));
        lines.write("taken", Long.toString(taken));
        for (Path build : buildDirectories) {
          lines.write("build", build.toString());
        }
        for (Path place : inBuild) {
          lines.write("in-build", place.toString());
        }
        for (Path root : roots) {
          lines.write("root", root.toString());
        }
        lines.write("s", sources);
        lines.write("o", outside);
        lines.write("p", products);
        lines.write(LAST);
      }
      Files.move(
          draft,
          file(directory),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** What was kept; null if nothing was, or not by this version, or it is damaged. */
  static @Nullable Kept read(Path directory, Path project) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file(directory));
    } catch (NoSuchFileException | java.nio.charset.CharacterCodingException e) {
      return null;
    }
    if (lines.size() < 2
        || !lines.get(0).equals(FIRST)
        || !lines.get(lines.size() - 1).equals(LAST)) {
      return null;
    }
    try {
      return new Reader(project).read(lines.subList(1, lines.size() - 1));
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static final class Lines {
    private final BufferedWriter out;
    private final String inProject;

    Lines(BufferedWriter out, Path project) {
      this.out = out;
      this.inProject = project + "/";
    }

    void write(String... parts) throws IOException {
      for (int i = 0; i < parts.length; i++) {
        out.write(i == 0 ? "" : "\t");
        out.write(escaped(parts[i]));
      }
      out.newLine();
    }

    void write(String section, Map<Path, FileEntry> entries) throws IOException {
      for (Map.Entry<Path, FileEntry> entry : entries.entrySet()) {
        FileStamp stamp = entry.getValue().stamp();
        String path = entry.getKey().toString();
        write(
            section,
            path.startsWith(inProject) ? path.substring(inProject.length()) : path,
            String.valueOf(stamp.kind()),
            Integer.toOctalString(stamp.mode()),
            Long.toString(stamp.size()),
            Long.toString(stamp.modified()),
            Long.toString(stamp.changed()),
            Long.toString(stamp.inode()),
            entry.getValue().digest());
      }
    }

    private static String escaped(String text) {
      if (text.indexOf('\\') < 0
          && text.indexOf('\t') < 0
          && text.indexOf('\n') < 0
          && text.indexOf('\r') < 0) {
        return text;
      }
      return text.replace("\\", "\\\\")
          .replace("\t", "\\t")
          .replace("\n", "\\n")
          .replace("\r", "\\r");
    }
  }

  private static final class Reader {
    private final Path project;
    private final Map<String, String> values = new TreeMap<>();
    private final Map<String, String> variables = new TreeMap<>();
    private final Set<String> plugins = new TreeSet<>();
    private final List<String> reasons = new ArrayList<>();
    private final Set<Path> roots = new TreeSet<>();
    private final Set<Path> builds = new TreeSet<>();
    private final Set<Path> inBuild = new TreeSet<>();
    private final Map<String, Map<Path, FileEntry>> files = new HashMap<>();
    private final Map<String, String> single = new HashMap<>();

    Reader(Path project) {
      this.project = project;
    }

    Kept read(List<String> lines) {
      for (String line : lines) {
        String[] part = line.split("\t", -1);
        for (int i = 1; i < part.length; i++) {
          part[i] = unescaped(part[i]);
        }
        switch (part[0]) {
          case "value" -> values.put(part[1], part[2]);
          case "variable" -> variables.put(part[1], part[2]);
          case "plugin" -> plugins.add(part[1]);
          case "reason" -> reasons.add(part[1]);
          case "build" -> builds.add(Path.of(part[1]));
          case "in-build" -> inBuild.add(Path.of(part[1]));
          case "root" -> roots.add(Path.of(part[1]));
          case "s", "o", "p" -> entry(part);
          default -> single.put(part[0], part[1]);
        }
      }
      return new Kept(
          values,
          variables,
          plugins,
          reasons,
          Long.parseLong(text("until")),
          Long.parseLong(text("taken")),
          builds,
          inBuild,
          roots,
          files.getOrDefault("s", Map.of()),
          files.getOrDefault("o", Map.of()),
          files.getOrDefault("p", Map.of()));
    }

    private String text(String name) {
      String text = single.get(name);
      if (text == null) {
        throw new IllegalArgumentException(name + " is missing");
      }
      return text;
    }

    private void entry(String[] part) {
      FileStamp stamp =
          new FileStamp(
              part[2].charAt(0),
              Integer.parseInt(part[3], 8),
              Long.parseLong(part[4]),
              Long.parseLong(part[5]),
              Long.parseLong(part[6]),
              Long.parseLong(part[7]));
      files
          .computeIfAbsent(part[0], section -> new HashMap<>())
          .put(project.resolve(part[1]), new FileEntry(stamp, part[8]));
    }

    private static String unescaped(String text) {
      if (text.indexOf('\\') < 0) {
        return text;
      }
      StringBuilder plain = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '\\' && i + 1 < text.length()) {
          char next = text.charAt(++i);
          plain.append(next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next);
        } else {
          plain.append(c);
        }
      }
      return plain.toString();
    }
  }
}
