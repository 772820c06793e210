package io.rrrspec.worker.build.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptTest {
  @TempDir Path dir;

  @Test
  void comesBackAsItWasWhateverTheNamesAre() throws IOException {
    FileStamp stamp = new FileStamp('f', 0755, 7, 11, 13, 17);
    Map<Path, FileEntry> files =
        Map.of(
            dir.resolve("src/a b\n\t\\n.java"),
            new FileEntry(stamp, "abc"),
            Path.of("/elsewhere/x"),
            FileEntry.MISSING);
    Kept kept =
        new Kept(
            Map.of("java", "17\t\n"),
            Map.of("HOME", "digest", "UNSET", ""),
            Set.of("g:a"),
            List.of("a reason"),
            5,
            6,
            Set.of(dir.resolve("target"), dir.resolve("core/target")),
            Set.of(dir.resolve("target/generated")),
            Set.of(Path.of("/elsewhere")),
            files,
            files,
            Map.of());
    kept.write(dir, dir);

    assertThat(Kept.read(dir, dir)).isEqualTo(kept);
  }

  @Test
  void whatIsDamagedCutOffOrOfAnotherVersionIsNothing() throws IOException {
    assertThat(Kept.read(dir, dir)).isNull();
    comesBackAsItWasWhateverTheNamesAre();
    List<String> lines = Files.readAllLines(Kept.file(dir));
    Files.write(Kept.file(dir), lines.subList(0, lines.size() - 1));
    assertThat(Kept.read(dir, dir)).as("cut off").isNull();
    Files.writeString(Kept.file(dir), "rrrspec-java prepared 2\ns\tx\nend\n");
    assertThat(Kept.read(dir, dir)).as("damaged").isNull();
    Files.write(Kept.file(dir), new byte[] {(byte) 0xff, 10});
    assertThat(Kept.read(dir, dir)).as("no text").isNull();
    Files.writeString(Kept.file(dir), "{}");
    assertThat(Kept.read(dir, dir)).as("another version").isNull();
  }
}
