package io.rrrspec.persister.record.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandoverTest {
  private final SQLException broken = h2(90067);

  private static SQLException h2(int code) {
    return new SQLException("...", String.valueOf(code), code);
  }

  private static Handover file(Duration patience) {
    return new Handover(true, patience);
  }

  @ParameterizedTest
  @ValueSource(ints = {8000, 90007, 90020, 90067, 90098, 90121})
  void whatH2SaysMeanwhileIsTriedAgain(int code) {
    assertThat(file(Handover.PATIENCE).awaits(new IllegalStateException(h2(code)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {28000, 42102, 90028, 90030, 50000})
  void whatDoesNotPassIsNot(int code) {
    assertThat(file(Handover.PATIENCE).awaits(h2(code))).isFalse();
  }

  @Test
  void aPoolThatWaitedInVainIsAskedAgain() {
    SQLException error = new SQLTransientConnectionException("Connection is not available");
    assertThat(file(Handover.PATIENCE).awaits(error)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql://db/x", "jdbc:h2:tcp://db/x", "jdbc:h2:mem:x"})
  void onlyFilesAreHandedOver(String url) {
    assertThat(Handover.of(url).awaits(broken)).isFalse();
  }

  @Test
  void allWaitNoLongerThanForOneTimeInAll() {
    Handover handover = file(Duration.ofMillis(200));
    int tries = 0;
    while (handover.awaits(broken)) {
      tries++;
    }
    assertThat(tries).isBetween(1, 5);
    assertThat(handover.awaits(broken)).isFalse();
    handover.over();
    assertThat(handover.awaits(broken)).isTrue();
  }

  @Test
  void whoIsInterruptedDoesNotWait() {
    Thread.currentThread().interrupt();
    assertThat(file(Handover.PATIENCE).awaits(broken)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }
}
