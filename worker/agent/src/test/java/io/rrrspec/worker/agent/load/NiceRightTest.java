package io.rrrspec.worker.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NiceRightTest {
  @TempDir Path proc;

  private void self(String file, String content) throws IOException {
    Files.writeString(Files.createDirectories(proc.resolve("self")).resolve(file), content);
  }

  private boolean allowsZero() {
    return NiceRight.allows(proc, 0);
  }

  @Test
  void whoKnowsNothingMayNot() {
    assertThat(allowsZero()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "000001ffffffffff, true",
    "0000000000800000, true",
    "000001ffff7fffff, false",
    "0000000000000000, false",
    "what, false",
  })
  void theCapabilityIsOneBit(String mask, boolean may) throws IOException {
    self("status", "Name:\tjava\nCapPrm:\t000001ffffffffff\nCapEff:\t" + mask + "\n");
    self("uid_map", "         0          0 4294967295\n");
    assertThat(allowsZero()).isEqualTo(may);
  }

  @Test
  void inANamespaceOfUsersItHoldsForNothing() throws IOException {
    self("status", "CapEff:\t000001ffffffffff\n");
    self("uid_map", "         0       1000          1\n");
    assertThat(allowsZero()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 19, false", "1, 19, true", "19, 0, false", "20, 0, true", "40, -20, true"})
  void aLimitLeavesRoom(int limit, int nice, boolean may) throws IOException {
    self(
        "limits",
        "Max nice priority         %-20d %-20d \n".formatted(limit, 40)
            + "Max realtime priority     0                    0                    \n");
    assertThat(NiceRight.allows(proc, nice)).isEqualTo(may);
  }

  @Test
  void noLimitLeavesAllRoom() throws IOException {
    self("limits", "Max nice priority         unlimited            unlimited            \n");
    assertThat(NiceRight.allows(proc, -20)).isTrue();
  }
}
