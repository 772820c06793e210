package io.rrrspec.client.report.progress;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.failed;
import static io.rrrspec.client.report.Runs.junit;
import static io.rrrspec.client.report.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.client.report.Runs;
import io.rrrspec.client.report.progress.Progress.SlaveNow;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.common.model.PartsEnded;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final Terminal TERMINAL = new Terminal(true, new Style(60, false, true));
  private static final Terminal PIPE = new Terminal(false, Style.plain());

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private Instant now = Runs.START;

  private String written() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  private static Progress progress(int done, int failed) {
    return new Progress(
        done,
        230,
        failed,
        List.of(
            new SlaveNow(
                "w1/1", "org.apache.commons.lang3.concurrent.LockingVisitorsTest", sec(75)),
            new SlaveNow("w1/2", null, Duration.ZERO)),
        sec(38),
        sec(41));
  }

  private static FailureNews news() {
    return FailureNews.of(
        junit(TasksetStatus.RUNNING),
        task(
            "a.ATest",
            TaskStatus.FAILED,
            bad().with(failed("a.ATest", "adds", "expected: 1\nbut was: 2")).build()));
  }

  private static Duration sec(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void onATerminalOneBlockIsDrawnOver() {
    ProgressView view = ProgressView.on(out, TERMINAL, () -> now);

    view.show(progress(115, 2));
    assertThat(written().replace("\u001b[K", ""))
        .isEqualTo(
            """
             ▕████████████            ▏ 115/230, 2 failed, 41s, about …
               w1/1 1m 15s  …mmons.lang3.concurrent.LockingVisitorsTest
               w1/2  waits
            """);

    view.show(progress(115, 2));
    assertThat(written()).isEmpty();

    view.show(progress(116, 2));
    assertThat(written()).startsWith("\u001b[3A\r").contains("116/230").endsWith("\u001b[J");
  }

  @Test
  void failuresArePrintedAboveTheBlockAndStay() {
    ProgressView view = ProgressView.on(out, TERMINAL, () -> now);
    view.show(progress(1, 0));
    written();

    view.failed(news());

    String text = written().replace("\u001b[K", "");
    assertThat(text).startsWith("\u001b[3A\r✗ a.ATest › adds\n    expected: 1\n");
    assertThat(text.indexOf("1/230")).isGreaterThan(text.indexOf("expected"));
    view.close();
    assertThat(written()).isEqualTo("\u001b[3A\r\u001b[J");
  }

  @Test
  void noLineOfTheBlockIsWiderThanTheTerminal() {
    List<SlaveNow> slaves = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      slaves.add(new SlaveNow("host" + "x".repeat(60) + i, "日本\u001b[2J".repeat(50), sec(i)));
    }
    Progress wide = new Progress(1, 100_000, 1, slaves, sec(9_000), sec(90_000));
    for (int width : new int[] {40, 60, 100, 200}) {
      List<String> lines = new ProgressText(new Style(width, false, true)).block(wide, 16);
      assertThat(lines).hasSize(18).allMatch(line -> PlainText.width(line) < width);
      assertThat(String.join("", lines)).doesNotContain("\u001b").contains("and 34 slaves more");
    }
  }

  @Test
  void elsewhereThereIsALineEveryFewSeconds() {
    ProgressView view = ProgressView.on(out, PIPE, () -> now);

    view.show(progress(1, 0));
    now = now.plusSeconds(4);
    view.show(progress(2, 0));
    now = now.plusSeconds(1);
    view.show(progress(3, 1));
    view.failed(news());
    view.say("\u001b[2Jdone");
    view.close();

    assertThat(written())
        .isEqualTo(
            """
            1/230, 41s, about 38s left
            3/230, 1 failed, 41s, about 38s left
            ✗ a.ATest › adds
                expected: 1
            \\x1b[2Jdone
            """);
  }

  @Test
  void aLogOfALongRunHasALineAMinuteAndNothingIsDrawnOver() {
    ProgressView view = ProgressView.on(out, PIPE, () -> now);
    int seconds = 2 * 3_600;
    for (int second = 0; second < seconds; second++) {
      view.show(new Progress(1, 230, 0, List.of(), sec(38), sec(second)));
      now = now.plusSeconds(1);
    }
    assertThat(written().lines()).hasSizeBetween(seconds / 60, seconds / 60 + 60);
    view.show(new Progress(2, 230, 0, List.of(), sec(38), sec(seconds)));
    assertThat(written()).doesNotContain("\r", "\u001b");
  }

  @Test
  void lessThanASecondIsNoFigure() {
    ProgressText text = new ProgressText(new Style(100, false, true));
    assertThat(text.numbers(new Progress(9, 10, 0, List.of(), Duration.ofMillis(499), sec(41))))
        .isEqualTo("9/10, 41s, almost done");
    assertThat(text.numbers(new Progress(9, 10, 0, List.of(), Duration.ofMillis(500), sec(41))))
        .isEqualTo("9/10, 41s, about 1s left");
  }

  @Test
  void whatIsLeftOfARunThatOnlyLooksAgainIsSaid() {
    ProgressText text = new ProgressText(new Style(100, false, true));
    assertThat(
            text.numbers(new Progress(8, 10, 0, List.of(), sec(38), sec(41), 2, PartsEnded.NONE)))
        .isEqualTo("8/10, 41s, running 2 failed classes again");
    List<Progress.SlaveNow> slaves =
        List.of(
            new Progress.SlaveNow("1", null, sec(0)),
            new Progress.SlaveNow("2", "core:com.app.CartTest@it", sec(1)));
    assertThat(text.numbers(new Progress(8, 10, 0, slaves, sec(38), sec(41), 2, PartsEnded.NONE)))
        .isEqualTo("8/10, 41s, running 2 failed classes again, now CartTest@it");
  }

  @Test
  void partsThatHaveEndedMoveTheNumbersAndTheBar() {
    ProgressText text = new ProgressText(new Style(100, false, true));
    Progress parts = new Progress(0, 2, 0, List.of(), null, sec(41), 0, new PartsEnded(1, 3, 4));
    assertThat(text.numbers(parts)).isEqualTo("0/2 and 3 of 4 parts, 41s");
    assertThat(parts.share()).isEqualTo(0.375);
    assertThat(text.block(parts, 0).get(0)).contains("▕" + "█".repeat(9) + " ");
    assertThat(progress(115, 2).share()).isEqualTo(0.5);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new Progress(3, 2, 0, List.of(), null, sec(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theTimeLeftIsTheWorkOverTheSlaves() {
    assertThat(
            TimeLeft.of(
                List.of(sec(10), sec(20)), List.of(new TimeLeft.Running(sec(12), sec(2))), 2, null))
        .isEqualTo(sec(20));
    assertThat(
            TimeLeft.of(
                List.of(sec(10), sec(10)), List.of(new TimeLeft.Running(sec(12), sec(2))), 2, null))
        .isEqualTo(sec(15));
  }

  @Test
  void theTimeLeftIsNoLessThanTheLongestTaskNeeds() {
    assertThat(TimeLeft.of(List.of(), List.of(new TimeLeft.Running(sec(78), sec(8))), 50, null))
        .isEqualTo(sec(70));
  }

  @Test
  void aTaskThatRunsOverItsEstimateStillTakesTime() {
    assertThat(TimeLeft.of(List.of(), List.of(new TimeLeft.Running(sec(10), sec(30))), 1, null))
        .isEqualTo(sec(3));
  }

  @Test
  void thereIsNoTellingWithoutSlavesOrWithoutAnyEstimate() {
    assertThat(TimeLeft.of(List.of(sec(1)), List.of(), 0, null)).isNull();
    assertThat(TimeLeft.of(List.of(), List.of(), 0, null)).isEqualTo(Duration.ZERO);
    assertThat(TimeLeft.of(List.of(), List.of(new TimeLeft.Running(null, sec(1))), 1, null))
        .isNull();
    assertThat(TimeLeft.of(List.of(), List.of(new TimeLeft.Running(null, sec(1))), 1, sec(4)))
        .isEqualTo(sec(3));
  }
}
