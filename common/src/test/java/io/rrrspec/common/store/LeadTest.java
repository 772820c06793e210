package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeadTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void oneLeadsUntilItsLeadEndsAndRenewsItMeanwhile() {
    ServerStore servers = new ServerStore(i.redis, i.keys);
    Duration life = Duration.ofSeconds(5);

    assertThat(servers.lead("role", "a", life)).isTrue();
    assertThat(servers.lead("role", "b", life)).isFalse();
    i.commands.pexpire(i.keys.lead("role"), 100);
    assertThat(servers.lead("role", "a", life)).isTrue();
    assertThat(i.commands.pttl(i.keys.lead("role"))).isGreaterThan(100);
    i.commands.del(i.keys.lead("role"));
    assertThat(servers.lead("role", "b", life)).isTrue();
    assertThat(servers.lead("role", "a", life)).isFalse();
    assertThat(servers.lead("other", "a", life)).isTrue();
  }

  @Test
  void whoResignsLetsAnotherLeadAtOnceAndNobodyResignsForAnother() {
    ServerStore servers = new ServerStore(i.redis, i.keys);
    Duration life = Duration.ofSeconds(5);
    servers.lead("role", "a", life);

    servers.resign("role", "b");
    assertThat(servers.lead("role", "b", life)).isFalse();
    servers.resign("role", "a");
    assertThat(servers.lead("role", "b", life)).isTrue();
  }
}
