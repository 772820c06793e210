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
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Lists and fetches the files that workers have put where clients fetch them, with rsync. */
final class FetchedFiles {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int LONGEST_LINE = 8_192;

  /** Under 23 and 24 some files were gone or could not be read, and all others came. */
  private static final Set<Integer> ALL_OR_MOST = Set.of(0, 23, 24);

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
    run(RsyncCommand.listFiles(place, directory, nowhere), lines, Set.of(0));
    files.sort(Comparator.comparing(MadeFile::path));
    return files;
  }

  /**
   * Fetches some of them. One that is gone meanwhile, or cannot be read, keeps no other away.
   *
   * @param to an empty directory
   * @param list a file of any content, or none; gets their paths
   * @throws ServiceException if rsync fails
   */
  void fetch(String directory, List<MadeFile> files, Path to, Path list)
      throws InterruptedException, IOException {
    StringBuilder paths = new StringBuilder();
    files.forEach(file -> paths.append(file.path()).append('\0'));
    Files.writeString(list, paths);
    long largest = files.stream().mapToLong(MadeFile::bytes).max().orElse(0);
    run(
        RsyncCommand.fetchFiles(place, directory, to, list, largest),
        OutputStream.nullOutputStream(),
        ALL_OR_MOST);
  }

  private void run(List<String> command, OutputStream output, Set<Integer> good)
      throws InterruptedException {
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
    if (!good.contains(result.exitCode())) {
      throw new ServiceException(
          "rsync ended with " + result.exitCode() + ": " + said.text().strip());
    }
  }
}
