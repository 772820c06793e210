package io.rrrspec.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A small file system of the test's own, in memory, that can be filled. Needs Linux and root. */
public final class SmallDisk implements AutoCloseable {
  private static final int BLOCK = 4096;

  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  /**
   * Mounts one; where that is not allowed the test is skipped, and fails in CI.
   *
   * @param directory an empty directory
   * @param megabytes its size
   */
  public static SmallDisk mount(Path directory, int megabytes) throws Exception {
    List<String> command =
        List.of(
            "mount",
            "-t",
            "tmpfs",
            "-o",
            "size=" + megabytes + "m,mode=0755",
            "tmpfs",
            directory.toString());
    String why = run(command);
    if (!why.isEmpty()) {
      String text = "no disk can be filled without root on Linux: " + why;
      Assumptions.assumeTrue("true".equals(System.getenv("CI")), text);
      throw new AssertionError(text);
    }
    return new SmallDisk(directory);
  }

  /** What it says if it fails; else "". */
  private static String run(List<String> command) throws Exception {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? "" : command + " says " + output.strip();
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Where it is. */
  public Path directory() {
    return directory;
  }

  private Path filler() {
    return directory.resolve("filler");
  }

  /** Leaves no room, also what was freed since it was last called. */
  public void fill() throws IOException {
    fillButFor(0);
  }

  /** Leaves this much room at most. */
  public void fillButFor(int megabytes) throws IOException {
    byte[] block = new byte[BLOCK];
    try (OutputStream out =
        Files.newOutputStream(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (directory.toFile().getUsableSpace() > ((long) megabytes << 20)) {
        out.write(block);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  /** Gives back what {@link #fill} took. */
  public void free() throws IOException {
    Files.deleteIfExists(filler());
  }

  /** Unmounts it, even if somebody still has files open there. */
  @Override
  public void close() throws Exception {
    run(List.of("umount", "-l", directory.toString()));
  }
}
