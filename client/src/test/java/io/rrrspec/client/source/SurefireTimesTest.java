package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurefireTimesTest {
  @TempDir Path reports;

  private void report(String name, String time) throws IOException {
    Files.writeString(
        reports.resolve("TEST-" + name + ".xml"),
        "<?xml version='1.0'?><testsuite name='" + name + "' time='" + time + "'></testsuite>");
  }

  @Test
  void nestedClassesAddToTheirOuterOne() throws IOException {
    report("com.shop.CartTest", "1.5");
    report("com.shop.CartTest$Empty", "0.25");
    report("com.shop.SlowTest", "1,000.5");

    assertThat(SurefireTimes.read(reports))
        .containsOnly(
            java.util.Map.entry("com.shop.CartTest", Duration.ofMillis(1_750)),
            java.util.Map.entry("com.shop.SlowTest", Duration.ofMillis(1_000_500)));
  }

  @Test
  void whatCannotBeReadIsLeftOut() throws IOException {
    Files.writeString(reports.resolve("TEST-cut.xml"), "<testsuite name='x' ti");
    Files.writeString(reports.resolve("TEST-empty.xml"), "");
    report("com.shop.OddTest", "soon");
    report("com.shop.GoodTest", "2");

    assertThat(SurefireTimes.read(reports)).containsOnlyKeys("com.shop.GoodTest");
  }

  @Test
  void aPartOfAClassTellsNothingOfTheWhole() throws IOException {
    report("com.shop.CartTest$Empty", "0.25");
    report("com.shop.SlowTest", "3");
    Files.writeString(
        reports.resolve("TEST-com.shop.CartTest.xml"),
        "<testsuite name='com.shop.CartTest' time='0.1'><properties><property"
            + " name='rrrspec.partial' value='true'/></properties></testsuite>");
    Files.writeString(
        reports.resolve("TEST-com.shop.OldTest.xml"),
        "<testsuite name='com.shop.OldTest' time='2'><properties><property name='java.version'"
            + " value='17'/></properties></testsuite>");

    assertThat(SurefireTimes.read(reports))
        .containsOnlyKeys("com.shop.SlowTest", "com.shop.OldTest");
  }

  @Test
  void noReportsAreNoTimes() {
    assertThat(SurefireTimes.read(reports.resolve("missing"))).isEmpty();
  }
}
