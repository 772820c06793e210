package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE testsuite [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><testsuite name='&x;'"
            + " time='1'/>",
        "<!DOCTYPE testsuite [<!ENTITY a \u0017><testsuite name='a' time='1'/>",
        "<!DOCTYPE",
        "<testsuite name='a' time='1e300'/>",
        "<testsuite name='a' time='Infinity'/>",
        "<testsuite name='a' time='9223372036854775'/>",
        "<?xml version='1.0' encoding='none'?><testsuite",
        "<testsuite name='a' time='1' name='b'/>",
        "<testsuite name='\u0000' time='1'/>",
        "\ufffe<testsuite name='a' time='1'/>"
      })
  void whatIsNoReportOfSurefireStopsNobodyAndSaysNothing(String text) throws IOException {
    Files.writeString(reports.resolve("TEST-odd.xml"), text);
    report("com.shop.GoodTest", "2");

    assertThat(SurefireTimes.read(reports)).containsOnlyKeys("com.shop.GoodTest");
  }

  @Test
  void bytesThatAreNoTextAreReadWithoutAWordOnStandardError() throws IOException {
    Files.write(
        reports.resolve("TEST-odd.xml"),
        "<testsuite name='\u00ff\u00fe' time='1'/>".getBytes(StandardCharsets.ISO_8859_1));
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      SurefireTimes.read(reports);
    } finally {
      System.setErr(before);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void ofAFileWithoutEndTheBeginningIsRead() throws IOException {
    Files.writeString(
        reports.resolve("TEST-large.xml"),
        "<testsuite name='com.shop.LargeTest' time='3'><testcase/>" + " ".repeat(3_000_000));

    assertThat(SurefireTimes.read(reports))
        .containsExactly(java.util.Map.entry("com.shop.LargeTest", Duration.ofSeconds(3)));
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
