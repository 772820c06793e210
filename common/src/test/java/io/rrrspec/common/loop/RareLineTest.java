package io.rrrspec.common.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RareLineTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final List<String> said = new ArrayList<>();
  private final RareLine line =
      new RareLine(nanos::get, (count, first) -> said.add(count + " like " + first));

  @Test
  void theFirstIsSaidAtOnce() {
    line.add("a");

    assertThat(said).containsExactly("1 like a");
  }

  @Test
  void thoseOfAMinuteAreOneLine() {
    line.add(List.of("a", "b"));
    line.add("c");
    nanos.addAndGet(Duration.ofSeconds(59).toNanos());
    line.add(List.of("d", "e"));
    assertThat(said).containsExactly("2 like a");

    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    line.add("f");

    assertThat(said).containsExactly("2 like a", "4 like c");
  }

  @Test
  void whatIsLeftIsSaidByALook() {
    line.add("a");
    line.add("b");
    line.look();
    assertThat(said).hasSize(1);

    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    line.look();
    line.look();

    assertThat(said).containsExactly("1 like a", "1 like b");
  }

  @Test
  void afterAPauseTheNextIsSaidAtOnce() {
    line.add("a");
    nanos.addAndGet(Duration.ofHours(1).toNanos());

    line.add("b");

    assertThat(said).containsExactly("1 like a", "1 like b");
  }
}
