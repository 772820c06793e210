package io.rrrspec.common.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
  private static final URI WEB = URI.create("http://tests.example.com:3000");

  private final Hosts loopback = new Hosts("127.0.0.1", "build1", WEB);
  private final Hosts open = new Hosts("0.0.0.0", "build1", WEB);

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:8380", "localhost:8380", "LOCALHOST", "[::1]:8380"})
  void loopback_is_ours_everywhere(String host) {
    assertThat(loopback.areOurs(host)).isTrue();
    assertThat(open.areOurs(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"build1:8380", "Build1", "tests.example.com:8380", "10.1.2.3:8380"})
  void names_and_addresses_of_the_host_only_where_others_are_let_in(String host) {
    assertThat(open.areOurs(host)).isTrue();
    assertThat(loopback.areOurs(host)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example.com", "127.0.0.1.evil.example.com", "build1.evil.com", ""})
  void other_names_never(String host) {
    assertThat(open.areOurs(host)).isFalse();
    assertThat(loopback.areOurs(host)).isFalse();
  }

  @Test
  void aRequestWithoutHostIsNotForUs() {
    assertThat(open.areOurs(null)).isFalse();
  }
}
