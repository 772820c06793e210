package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaderStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void oneLeadsUntilItsLeadEndsAndRenewsItMeanwhile() {
    LeaderStore leaders = new LeaderStore(i.redis, i.keys);
    Duration life = Duration.ofSeconds(5);

    assertThat(leaders.lead("role", "a", life)).isTrue();
    assertThat(leaders.lead("role", "b", life)).isFalse();
    i.commands.pexpire(i.keys.lead("role"), 100);
    assertThat(leaders.lead("role", "a", life)).isTrue();
    assertThat(i.commands.pttl(i.keys.lead("role"))).isGreaterThan(100);
    i.commands.del(i.keys.lead("role"));
    assertThat(leaders.lead("role", "b", life)).isTrue();
    assertThat(leaders.lead("role", "a", life)).isFalse();
    assertThat(leaders.lead("other", "a", life)).isTrue();
  }

  @Test
  void whoResignsLetsAnotherLeadAtOnceAndNobodyResignsForAnother() {
    LeaderStore leaders = new LeaderStore(i.redis, i.keys);
    Duration life = Duration.ofSeconds(5);
    leaders.lead("role", "a", life);

    leaders.resign("role", "b");
    assertThat(leaders.lead("role", "b", life)).isFalse();
    leaders.resign("role", "a");
    assertThat(leaders.lead("role", "b", life)).isTrue();
  }
}
