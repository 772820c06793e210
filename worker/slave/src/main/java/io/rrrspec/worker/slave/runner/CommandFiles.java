package io.rrrspec.worker.slave.runner;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.PrivateFiles;
import io.rrrspec.common.files.Removal;
import io.rrrspec.common.process.BoundedText;
import io.rrrspec.common.request.OutsideJson;
import io.rrrspec.common.store.CommandFileStore;
import io.rrrspec.worker.slave.jvm.LastWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directory with the files by which a command gets its arguments and gives its output back. It
 * is made anew for each trial.
 */
public final class CommandFiles {
  /** The variable that names the file with the arguments. */
  public static final String ARGS_VARIABLE = "REQUEST_ARGS_FILE";

  /** The variable that names the file that the command may write. */
  public static final String OUTPUT_VARIABLE = "REQUEST_OUTPUT_FILE";

  private static final int MOST_REASON = 200;

  private final Path directory;
  private final CommandRunner.Exchange exchange;
  private final Path args;
  private final Path output;
  private final Path taken;

  /**
   * Makes nothing yet.
   *
   * @param directory where the files will be; it is there only while a command runs
   */
  public CommandFiles(Path directory, CommandRunner.Exchange exchange) {
    this.directory = directory;
    this.exchange = exchange;
    this.args = directory.resolve("args.json");
    this.output = directory.resolve("output.json");
    this.taken = directory.resolve("taken");
  }

  /**
   * The directory of a slave, outside of the workspaces.
   *
   * @param slaveFile the worker's private file
   * @param slaveId the slave's id
   */
  public static Path directory(Path slaveFile, String slaveId) {
    return slaveFile.resolveSibling("slave-files-of-" + slaveId);
  }

  /**
   * Makes the directory, with the arguments.
   *
   * @return the variables that name the files
   */
  Map<String, String> open() throws IOException {
    Files.createDirectory(directory, PrivateFiles.directoryMode());
    Files.writeString(args, exchange.args());
    return Map.of(ARGS_VARIABLE, args.toString(), OUTPUT_VARIABLE, output.toString());
  }

  /**
   * Hands over what a command that has ended well has written.
   *
   * @return why that cannot be taken, in one line; null if it was taken, or there is nothing
   */
  @Nullable String take() {
    try {
      // A process that has left the command's group may still write under the old name.
      Files.move(output, taken, StandardCopyOption.ATOMIC_MOVE);
      byte[] written = read(taken);
      String text = new String(written, StandardCharsets.UTF_8);
      if (!text.isBlank()) {
        requireObject(written);
        exchange.output(text);
      }
      return null;
    } catch (NoSuchFileException e) {
      return null;
    } catch (BadOutput e) {
      return OUTPUT_VARIABLE + " is " + e.getMessage();
    } catch (IOException e) {
      return OUTPUT_VARIABLE + " cannot be read: " + oneLine(e.toString());
    }
  }

  /** Removes the directory; what resists stays until the slave has ended. */
  void remove() {
    try {
      Files.deleteIfExists(args);
      Files.deleteIfExists(taken);
      Files.deleteIfExists(output);
    } catch (IOException e) {
      // The command has made something else of them.
    }
    try {
      Removal.of(directory);
    } catch (ServiceException e) {
      LastWords.log(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Opens nothing but a regular file: a pipe could wait without an end, a device could have none.
   */
  private static byte[] read(Path file) throws IOException {
    BasicFileAttributes is =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!is.isRegularFile()) {
      throw new BadOutput(
          "no JSON object: it is "
              + (is.isSymbolicLink()
                  ? "a symbolic link"
                  : is.isDirectory() ? "a directory" : "no regular file"));
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      bytes = in.readNBytes(CommandFileStore.MOST_OUTPUT + 1);
    }
    if (bytes.length > CommandFileStore.MOST_OUTPUT) {
      throw new BadOutput("longer than " + CommandFileStore.MOST_OUTPUT + " bytes");
    }
    return bytes;
  }

  private static void requireObject(byte[] written) throws BadOutput {
    JsonNode value;
    try {
      value = OutsideJson.read(written);
    } catch (IllegalArgumentException e) {
      throw new BadOutput("no JSON object: " + e.getMessage());
    }
    if (!value.isObject()) {
      String what = value.getNodeType().name().toLowerCase(Locale.ROOT);
      throw new BadOutput("no JSON object: it is of type " + what);
    }
  }

  private static String oneLine(String text) {
    return BoundedText.cut(text.replaceAll("\\p{Cntrl}+", " ").strip(), MOST_REASON);
  }

  private static final class BadOutput extends IOException {
    private static final long serialVersionUID = 1;

    BadOutput(String message) {
      super(message);
    }
  }
}
