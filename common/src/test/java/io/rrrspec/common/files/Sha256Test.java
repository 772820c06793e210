package io.rrrspec.common.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Sha256Test {
  @TempDir Path dir;

  private static byte[] of(String... parts) {
    MessageDigest digest = Sha256.begin();
    for (String part : parts) {
      Sha256.add(digest, part);
    }
    return digest.digest();
  }

  @Test
  void aFileAndItsTextHaveOneDigest() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "abc".repeat(100_000));
    assertThat(Sha256.ofFile(file)).isEqualTo(Sha256.ofText("abc".repeat(100_000)));
    // The example of FIPS 180-2.
    assertThat(HexFormat.of().formatHex(Sha256.ofText("abc")))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void noPartIsReadAsPartOfItsNeighbour() {
    assertThat(of("a", "bc")).isNotEqualTo(of("ab", "c")).isEqualTo(of("a", "bc"));
  }
}
