package io.rrrspec.client.collect;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.collect.MadeFile;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.process.LastLines;
import io.rrrspec.common.process.LineSplitter;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.process.ProgramRun;
import io.rrrspec.common.rsync.RsyncCommand;
import io.rrrspec.common.rsync.RsyncItem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Lists and fetches the files that workers have put where clients fetch them, with rsync. */
final class FetchedFiles {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int LONGEST_LINE = 8_192;

  /** A worker sends fewer. */
  private static final int MOST = 200_000;

  private final RsyncInfo place;
  private final BooleanSupplier stop;

  FetchedFiles(RsyncInfo place, BooleanSupplier stop) {
    this.place = place;
    this.stop = stop;
  }

  /**
   * The files of a directory there, in the order of their paths.
   *
   * @param nowhere an empty directory
   * @throws ServiceException if rsync fails
   */
  List<MadeFile> list(String directory, Path nowhere) throws InterruptedException {
    List<MadeFile> files = new ArrayList<>();
    LineSplitter lines =
        new LineSplitter(
            StandardCharsets.UTF_8,
            LONGEST_LINE,
            line ->
                RsyncItem.parse(line)
                    .filter(item -> item.isOfSource() && files.size() < MOST)
                    .filter(item -> !item.path().endsWith("/"))
                    .ifPresent(
                        item ->
                            files.add(
                                new MadeFile(RsyncItem.unescaped(item.path()), item.bytes()))));
    run(RsyncCommand.listFiles(place, directory, nowhere), lines);
    files.sort(Comparator.comparing(MadeFile::path));
    return files;
  }

  /**
   * Fetches some of them.
   *
   * @param to an empty directory
   * @throws ServiceException if rsync fails
   */
  void fetch(String directory, List<MadeFile> files, Path to)
      throws InterruptedException, IOException {
    Path list = Files.createTempFile("rrrspec-collect", ".list");
    try {
      StringBuilder paths = new StringBuilder();
      files.forEach(file -> paths.append(file.path()).append('\0'));
      Files.writeString(list, paths);
      long largest = files.stream().mapToLong(MadeFile::bytes).max().orElse(0);
      run(
          RsyncCommand.fetchFiles(place, directory, to, list, largest),
          OutputStream.nullOutputStream());
    } finally {
      Files.delete(list);
    }
  }

  private void run(List<String> command, OutputStream output) throws InterruptedException {
    LastLines said = new LastLines(1, 500);
    ProgramRun.Result result =
        Program.of(command)
            .output(output)
            .untilOutputEnds()
            .errors(new LineSplitter(StandardCharsets.UTF_8, 500, said::add))
            .limit(LIMIT)
            .cancelledWhen(stop)
            .killedAtExit()
            .run();
    if (result.end() != ProgramRun.End.ITSELF) {
      throw new ServiceException(
          result.end() == ProgramRun.End.CANCELLED ? "it was ended" : "rsync took too long");
    }
    if (result.exitCode() != 0) {
      throw new ServiceException(
          "rsync ended with " + result.exitCode() + ": " + said.text().strip());
    }
  }
}
