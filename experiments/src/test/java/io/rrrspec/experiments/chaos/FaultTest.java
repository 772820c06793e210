package io.rrrspec.experiments.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class FaultTest {
  private final Fault fault = new Fault(FaultKind.WORKER_CUT, "worker-1", 1);

  private String row() {
    String text =
        new Report(List.of(FaultKind.WORKER_CUT), List.of(fault), new Findings()).text(1, 0, 1);
    return text.lines()
        .filter(line -> line.startsWith("| " + FaultKind.WORKER_CUT.what()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void faultThatDidNothingIsNotCountedAmongThoseWithAnEffect() {
    fault.took(0, Network.DROPPED);
    assertThat(row()).startsWith("| a worker cut from Redis, 30 s | 1 | 0 | – |");
  }

  @Test
  void faultThatDidSomethingIsCounted() {
    fault.took(1_234, Network.DROPPED);
    assertThat(row()).startsWith("| a worker cut from Redis, 30 s | 1 | 1 | – |");
    assertThat(fault.effect()).hasToString("1,234 packets dropped");
  }

  @Test
  void lineHasAllThatWasMeasured() {
    assertThat(fault.line())
        .isEqualTo("run 1 measured: WORKER_CUT, effect not counted, noticed -, recovered -, alone");
    fault.took(2, Network.DROPPED);
    fault.notice(() -> true).watch(() -> true);
    fault.look();
    fault.markDisturbed();
    assertThat(fault.line())
        .matches(
            "run 1 measured: WORKER_CUT, effect 2 packets dropped, noticed \\d+ ms,"
                + " recovered \\d+ ms, over another");
  }

  @Test
  void noticeIsMeasuredOnceAndRecoveryApartFromIt() {
    AtomicBoolean noticed = new AtomicBoolean();
    AtomicBoolean recovered = new AtomicBoolean();
    fault.notice(noticed::get).watch(recovered::get);

    fault.look();
    assertThat(fault.isNoticed()).isFalse();

    noticed.set(true);
    fault.look();
    assertThat(fault.isNoticed()).isTrue();
    assertThat(fault.isOver()).isFalse();
    long millis = fault.noticedMillis();

    recovered.set(true);
    fault.look();
    assertThat(fault.isMeasured()).isTrue();
    assertThat(fault.noticedMillis()).isEqualTo(millis);
    assertThat(row())
        .contains("| 0.0 s, 0.0 s (1) | its trials closed, it given up | 0.0 s, 0.0 s (1) |");
  }
}
