package io.rrrspec.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoReasonTest {
  @TempDir Path directory;

  private static String reason(ThrowingCallable call) {
    return IoReason.of(catchThrowableOfType(IOException.class, call));
  }

  @Test
  void noReasonNamesAFileOrAnException() throws IOException {
    Path none = directory.resolve("none");
    Path file = Files.createFile(directory.resolve("file"));
    String gone = "there is no such file or directory";
    assertThat(reason(() -> Files.readString(none))).isEqualTo(gone);
    assertThat(reason(() -> new FileInputStream(none.toFile()).close())).isEqualTo(gone);
    assertThat(reason(() -> Files.createDirectories(file)))
        .isEqualTo("there is a file in place of a directory");
    assertThat(reason(() -> Files.delete(directory))).isEqualTo("it is a directory");
    assertThat(reason(() -> Files.readString(file.resolve("a")))).isEqualTo("Not a directory");
    assertThat(IoReason.of(new AccessDeniedException("/secret"))).isEqualTo("permission denied");
    assertThat(IoReason.of(new IOException())).isEqualTo("it cannot be read or written");
  }
}
