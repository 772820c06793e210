package io.rrrspec.client.local;

import io.rrrspec.client.collect.CollectedFiles;
import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.collect.MadeFile;
import io.rrrspec.common.collect.MadeFiles;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.model.CollectRequest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of {@code collect} in a run in place: they are where they belong, and are counted. */
final class LocalFiles {
  private final @Nullable MadeFiles before;

  private LocalFiles(@Nullable MadeFiles before) {
    this.before = before;
  }

  /**
   * Looks at the project before its run.
   *
   * @throws ServiceException if too many files match
   */
  static LocalFiles before(RunRequest request) {
    CollectRequest wanted = ClientSettings.forRun(request.settings(), request.project()).collect();
    return new LocalFiles(
        wanted.isNone() ? null : MadeFiles.before(request.project(), PathGlob.all(wanted.globs())));
  }

  /** Says how many the run has made. */
  void tell(Console console) {
    if (before != null) {
      try {
        List<MadeFile> made = before.now();
        long bytes = made.stream().mapToLong(MadeFile::bytes).sum();
        console.say(new CollectedFiles(made.size(), bytes, Set.of()).line());
      } catch (ServiceException e) {
        // They are there, counted or not.
        console.say("the files of 'collect' were not counted: " + e.getMessage());
      }
    }
  }
}
