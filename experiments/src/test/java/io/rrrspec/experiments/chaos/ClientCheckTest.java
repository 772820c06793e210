package io.rrrspec.experiments.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientCheckTest {
  @Test
  void whoHasARunMayLeaveItOnlyWhenRedisIsAwayForLongOrHasLostIt() {
    assertThat(
            ClientCheck.isOfWait(
                "rrrspec-java: Redis at h:1 does not answer; when it does, `client waitfor x` goes"
                    + " on"))
        .isTrue();
    assertThat(
            ClientCheck.isOfWait(
                "rrrspec-java: the run x is gone: Redis at h:1 was emptied, or has lost its last"
                    + " writes; start it again"))
        .isTrue();
    assertThat(ClientCheck.isOfWait("rrrspec-java: the flow x is gone: start it again")).isTrue();
    assertThat(
            ClientCheck.isOfWait(
                "rrrspec-java: Redis does not serve (Read timed out): try again when it does"))
        .isFalse();
  }
}
