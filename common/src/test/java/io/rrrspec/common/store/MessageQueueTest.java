package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MessageQueueTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void messagesAreTakenInTheirOrderUpToTheLimit() {
    List.of("1", "2", "3").forEach(i.arbiter::send);

    assertThat(i.arbiter.take(2)).containsExactly("1", "2");
    assertThat(i.list(i.keys.arbiterQueue())).containsExactly("3");
  }

  @Test
  void afterALostAnswerTheSameMessagesComeAgain() {
    List.of("1", "2", "3").forEach(i.arbiter::send);
    i.arbiter.take(2);

    assertThat(i.arbiter.take(2)).containsExactly("1", "2");
    i.arbiter.done("1");
    assertThat(i.arbiter.take(2)).containsExactly("2", "3");
  }

  @Test
  void whatWasWaitedForIsInTheServersHands() {
    i.arbiter.send("1");
    i.arbiter.await(Duration.ofMillis(100));

    assertThat(i.list(i.keys.arbiterQueue())).isEmpty();
    assertThat(i.arbiter.take(10)).containsExactly("1");
  }

  @Test
  void waitingEndsWhenNothingComes() {
    i.arbiter.await(Duration.ofMillis(20));

    assertThat(i.arbiter.take(10)).isEmpty();
  }

  @Test
  void whatNobodyCanReadIsSetAsideForAWhile() {
    i.arbiter.send("nonsense");
    i.arbiter.take(1);
    i.arbiter.setAside("nonsense");

    assertThat(i.list(i.arbiter.processing())).isEmpty();
    assertThat(i.list(i.keys.setAside())).containsExactly("arbiter_queue nonsense");
    assertThat(i.commands.ttl(i.keys.setAside())).isPositive();
  }

  /** It is read as another text than it is, and was met again in each look. */
  @Test
  void whatIsNoTextLeavesTheServersHandsToo() {
    byte[] noText = {'x', (byte) 0xff, 0, (byte) 0xc0};
    i.commands.rpush(i.keys.arbiterQueue().getBytes(StandardCharsets.UTF_8), noText, noText);
    i.arbiter.send("1");
    List<String> taken = i.arbiter.take(3);
    assertThat(taken).hasSize(3);
    i.arbiter.setAside(taken.get(0));
    i.arbiter.done(taken.get(1));

    assertThat(i.list(i.arbiter.processing())).containsExactly("1");
  }

  @Test
  void aDeadServersMessagesGoBackToTheFrontInTheirOrder() {
    for (int n = 1; n <= 1_005; n++) {
      i.arbiter.send(Integer.toString(n));
    }
    i.arbiter.take(1_003);
    MessageQueue other = MessageQueue.arbiter(i.redis, i.keys, i.keys.server("b"));

    assertThat(other.takeOverFrom(i.keys.server("a"))).isEqualTo(1_003);
    assertThat(i.list(i.keys.arbiterQueue())).hasSize(1_005).startsWith("1", "2").endsWith("1005");
    assertThat(other.takeOverFrom(i.keys.server("a"))).isZero();
  }

  @Test
  void aLiveServerKeepsItsMessages() {
    i.arbiter.send("1");
    i.arbiter.take(1);
    new ServerStore(i.redis, i.keys).beat(i.keys.server("a"), Installation.LIFE);

    assertThat(i.arbiter.takeOverFrom(i.keys.server("a"))).isZero();
    assertThat(i.arbiter.take(1)).containsExactly("1");
  }
}
