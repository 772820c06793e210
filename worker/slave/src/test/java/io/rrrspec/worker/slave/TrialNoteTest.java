package io.rrrspec.worker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialNoteTest {
  @TempDir Path dir;

  @Test
  void aNoteSaysWhatWasWrittenLast() {
    Path note = TrialNote.of(dir.resolve("slave-w.json"), "17");
    assertThat(TrialNote.read(note)).isEmpty();
    TrialNote.Pen pen = TrialNote.pen(note);
    pen.write("a long key of a trial");
    assertThat(TrialNote.read(note)).isEqualTo("a long key of a trial");
    pen.write("a short one");
    assertThat(TrialNote.read(note)).isEqualTo("a short one");
    pen.write("");
    assertThat(TrialNote.read(note)).isEmpty();
    TrialNote.delete(note);
    assertThat(note).doesNotExist();
  }

  @Test
  void aKeyThatIsTooLongFitsNoTrial() {
    Path note = dir.resolve("note");
    String key = "k".repeat(10_000);
    TrialNote.pen(note).write(key);
    assertThat(TrialNote.read(note)).isNotEmpty().isNotEqualTo(key).hasSizeLessThan(5_000);
  }
}
