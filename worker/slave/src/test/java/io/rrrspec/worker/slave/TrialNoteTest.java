package io.rrrspec.worker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialNoteTest {
  @TempDir Path dir;

  private Path note;
  private TrialNote.Pen pen;

  @BeforeEach
  void open() {
    note = TrialNote.of(dir.resolve("slave-w.json"), "17");
    assertThat(TrialNote.read(note)).isEqualTo(TrialNote.NONE);
    pen = TrialNote.pen(note);
  }

  private static CaseResult test(String name) {
    return new CaseResult("example.FooTest", name, Outcome.ERROR, 0, null, null, null);
  }

  private TrialNote written(String trial, CaseResult... tests) {
    pen.write(new TrialNote(trial, List.of(tests)));
    return TrialNote.read(note);
  }

  @Test
  void whatWasWrittenLastStandsThere() {
    assertThat(written("a long key of a trial").trial()).isEqualTo("a long key of a trial");
    assertThat(written("a short one").trial()).isEqualTo("a short one");
    assertThat(written("")).isEqualTo(TrialNote.NONE);
    TrialNote.delete(note);
    assertThat(note).doesNotExist();
    assertThat(TrialNote.readTrial(note)).isEmpty();
  }

  @Test
  void itNamesWhatRuns() {
    TrialNote two = new TrialNote("trial", List.of(test("adds[1]\n\t\ud83d\ude00"), test("b")));
    assertThat(written("trial", two.tests().toArray(CaseResult[]::new))).isEqualTo(two);
    assertThat(written("trial", test("b")).tests()).containsExactly(test("b"));
    assertThat(TrialNote.readTrial(note)).isEqualTo("trial");
    assertThat(written("trial").tests()).isEmpty();
    assertThat(TrialNote.readTrial(note)).isEqualTo("trial");
  }

  @Test
  void aKeyThatIsTooLongFitsNoTrial() {
    String key = "k".repeat(10_000);
    assertThat(written(key).trial()).isNotEmpty().isNotEqualTo(key).hasSizeLessThan(5_000);
  }

  @Test
  void theFileHasABound() {
    CaseResult[] many =
        IntStream.range(0, 1_000).mapToObj(i -> test("test " + i)).toArray(CaseResult[]::new);
    CaseResult others = test("(others, which were too many to note)");
    assertThat(written("trial", many).tests())
        .startsWith(many[0])
        .endsWith(others)
        .hasSizeBetween(500, 900);
    assertThat(written("trial", test("t".repeat(50_000))).tests())
        .hasSize(1)
        .doesNotContain(others);
    assertThat(written("trial", test("t".repeat(100_000))).tests()).containsExactly(others);
    assertThat(note.toFile()).satisfies(file -> assertThat(file.length()).isLessThan(100_000));
  }

  @Test
  void whatWasCutOffNamesNoTest() throws IOException {
    Files.writeString(note, "trial\n[{\"c\":\"example.Foo");
    assertThat(TrialNote.read(note)).isEqualTo(new TrialNote("trial", List.of()));
  }
}
