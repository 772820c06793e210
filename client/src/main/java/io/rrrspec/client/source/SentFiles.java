package io.rrrspec.client.source;

import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.process.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists what {@link Packer} sends, by asking rsync with the same rules. */
final class SentFiles {
  private static final Pattern ITEM = Pattern.compile("^rrrspec:[^|]*\\|(.*)");
  private static final Pattern ESCAPE = Pattern.compile("\\\\#([0-7]{3})");

  private SentFiles() {}

  /** The paths of all files and links below a directory; empty if rsync does not tell. */
  static Optional<List<String>> of(Path directory, RsyncInfo target) throws IOException {
    Path nowhere = Files.createTempDirectory("rrrspec-sources");
    Path rules = Files.createTempFile("rrrspec-sources", ".rules");
    try {
      List<String> command = new ArrayList<>(List.of("rsync"));
      command.addAll(Packer.options(target));
      command.addAll(Packer.rules(directory, rules));
      command.addAll(List.of("--dry-run", "--8-bit-output", "--out-format=rrrspec:%i|%n", "--"));
      command.add(directory + "/");
      command.add(nowhere + "/");
      return Program.of(command)
          .answer()
          .map(
              answer ->
                  answer
                      .lines()
                      .map(ITEM::matcher)
                      .filter(Matcher::matches)
                      .map(item -> unescaped(item.group(1)))
                      .filter(path -> !path.endsWith("/"))
                      .toList())
          .filter(paths -> !paths.isEmpty());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      Files.deleteIfExists(rules);
      Files.deleteIfExists(nowhere);
    }
  }

  /** Rsync writes what could disturb a terminal, and nothing else, in octal. */
  private static String unescaped(String name) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher escape = ESCAPE.matcher(name);
    int end = 0;
    while (escape.find()) {
      bytes.writeBytes(name.substring(end, escape.start()).getBytes(StandardCharsets.UTF_8));
      bytes.write(Integer.parseInt(escape.group(1), 8));
      end = escape.end();
    }
    bytes.writeBytes(name.substring(end).getBytes(StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
