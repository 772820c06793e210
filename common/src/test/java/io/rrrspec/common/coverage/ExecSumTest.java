package io.rrrspec.common.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataWriter;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecSumTest {
  /** JaCoCo's header of a file. */
  private static final int HEADER = 5;

  @TempDir Path directory;

  private final ExecSum sum = new ExecSum();

  private static byte[] coverage(boolean... probes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ExecutionDataWriter(out).visitClassExecution(new ExecutionData(7, "a/B", probes));
    return out.toByteArray();
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  private List<ExecutionData> written() throws IOException {
    sum.write(directory.resolve("sum.exec"));
    ExecFileLoader loader = new ExecFileLoader();
    loader.load(directory.resolve("sum.exec").toFile());
    return List.copyOf(loader.getExecutionDataStore().getContents());
  }

  @Test
  void aFileThatIsCutOffDoesNotCountWhereverItIsCut() throws IOException {
    byte[] whole = coverage(true, false, true);
    for (int bytes = 1; bytes < whole.length; bytes++) {
      Path cut = file("cut.exec", Arrays.copyOf(whole, bytes));
      assertThat(sum.add(cut)).as("%d bytes", bytes).isEqualTo(bytes == HEADER ? "" : "is cut off");
    }
    assertThat(sum.add(file("empty.exec", new byte[0]))).isEmpty();
    assertThat(written()).isEmpty();
  }

  @Test
  void whatFollowsABrokenFileCountsAsWhatIsBeforeIt() throws IOException {
    assertThat(sum.add(file("a.exec", coverage(true, false, false)))).isEmpty();
    assertThat(sum.add(file("b.exec", "no coverage at all".getBytes()))).isEqualTo("is damaged");
    assertThat(sum.add(file("c.exec", coverage(false, true, false)))).isEmpty();
    assertThat(sum.add(directory)).isEqualTo("is a directory");
    assertThat(sum.add(file("d.exec", coverage(true))))
        .isEqualTo("does not fit to the others: it knows another class a/B");
    assertThat(written()).hasSize(1);
    assertThat(written().get(0).getProbes()).containsExactly(true, true, false);
  }

  @Test
  void aLengthThatNoFileHasIsNoReasonToRunOutOfMemory() throws IOException {
    byte[] whole = coverage(true);
    // Two bytes are the probes: their number, and they themselves.
    byte[] damaged = Arrays.copyOf(whole, whole.length + 8);
    Arrays.fill(damaged, whole.length - 2, whole.length + 2, (byte) 0xff);
    damaged[whole.length + 2] = 7;
    assertThat(sum.add(file("a.exec", damaged))).isEqualTo("is damaged");
  }

  @Test
  void anotherVersionIsSaid() throws IOException {
    byte[] other = coverage(true);
    other[4]++;
    assertThat(sum.add(file("a.exec", other))).isEqualTo("is of another version of JaCoCo");
  }

  @Test
  void anOlderFileThatDoesNotCountIsPutAsideWithAllItsBytes() throws IOException {
    byte[] cut = Arrays.copyOf(coverage(true), 12);
    Path older = file("jacoco.exec", cut);
    assertThat(sum.addOlder(older))
        .isEqualTo(
            "is cut off: it is now called jacoco.exec.damaged, and its coverage does not count;"
                + " delete it if you do not need it");
    assertThat(older).doesNotExist();
    assertThat(directory.resolve("jacoco.exec.damaged")).hasBinaryContent(cut);
  }

  @Test
  void whatCannotBeWrittenStaysAsItWas() throws IOException {
    Path file = Files.createDirectory(directory.resolve("jacoco.exec"));
    assertThatThrownBy(() -> sum.write(file)).isInstanceOf(IOException.class);
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }
}
