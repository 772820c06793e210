package io.rrrspec.client.source;

import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.rsync.RsyncCommand;
import io.rrrspec.common.rsync.RsyncItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Lists what {@link Packer} sends, by asking rsync with the same rules. */
final class SentFiles {
  private SentFiles() {}

  /** The paths of all files and links below a directory; empty if rsync does not tell. */
  static Optional<List<String>> of(Path directory, RsyncInfo target) throws IOException {
    Path nowhere = Files.createTempDirectory("rrrspec-sources");
    Path rules = Files.createTempFile("rrrspec-sources", ".rules");
    try {
      List<String> command =
          RsyncCommand.listSent(directory, target, Packer.rules(directory, rules), nowhere);
      return Program.of(command)
          .answer()
          .map(
              answer ->
                  answer
                      .lines()
                      .flatMap(line -> RsyncItem.parse(line).stream())
                      .map(item -> RsyncItem.unescaped(item.path()))
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
}
