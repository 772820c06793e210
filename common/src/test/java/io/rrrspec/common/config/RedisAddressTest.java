package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rrrspec.common.config.RedisAddress.Host;
import io.rrrspec.common.config.RedisAddress.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {

  @Test
  void aPortThatIsNotGivenIsTheUsualOne() {
    assertThat(RedisAddress.parse("redis://host")).isEqualTo(RedisAddress.of("host", 6379));
    assertThat(RedisAddress.parse("rediss://host:1").kind()).isEqualTo(Kind.TLS);
    assertThat(RedisAddress.parse("redis://[::1]:7").hosts()).containsExactly(new Host("::1", 7));
  }

  @Test
  void userPasswordAndDatabaseAreUnderstood() {
    RedisAddress address = RedisAddress.parse("rediss://ann:p%40ss+w@host:7000/3");
    assertThat(address.user()).isEqualTo("ann");
    assertThat(address.password()).isEqualTo("p@ss+w");
    assertThat(address.database()).isEqualTo(3);
    RedisAddress nameless = RedisAddress.parse("redis://:secret@host");
    assertThat(nameless.user()).isNull();
    assertThat(nameless.password()).isEqualTo("secret");
  }

  @Test
  void sentinelsAreAListWithTheNameOfTheMaster() {
    RedisAddress address = RedisAddress.parse("redis-sentinel://:pw@a,b:7000/main/2");
    assertThat(address.hosts()).containsExactly(new Host("a", 26_379), new Host("b", 7000));
    assertThat(address.master()).isEqualTo("main");
    assertThat(address.database()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "embedded",
        "redis://host:6379",
        "rediss://ann:p%40s%2Fs%20w@host:7000/3",
        "redis://:x@[::1]:6379",
        "redis-sentinel://a:1,b:2/main/4"
      })
  void its_url_reads_as_the_same_address(String url) {
    RedisAddress address = RedisAddress.parse(url);
    assertThat(RedisAddress.parse(address.toUrl())).isEqualTo(address);
    assertThat(address.toUrl()).isEqualTo(url);
  }

  @Test
  void thePasswordIsNotInItsText() {
    assertThat(RedisAddress.parse("redis://ann:hunter2@host/1"))
        .hasToString("redis://ann:***@host:6379/1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host:6379",
        "http://host",
        "redis://",
        "redis://host:0",
        "redis://host:99999",
        "redis://host/x",
        "redis://a,b",
        "redis://host?timeout=1",
        "redis://ho st",
        "redis-sentinel://a,b",
        "embedded://x"
      })
  void anything_else_is_refused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> RedisAddress.parse(text));
  }
}
