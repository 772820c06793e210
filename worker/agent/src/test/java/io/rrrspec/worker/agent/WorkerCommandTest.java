package io.rrrspec.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.cli.Shell;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerCommandTest {
  @TempDir Path logs;

  @Test
  void helpHasEveryOptionWithItsDefaultAndAnExample() {
    StringWriter out = new StringWriter();
    int code =
        new Shell(new PrintWriter(out), new PrintWriter(out), logs)
            .run(List.of(new WorkerCommand()), Map.of(), "worker", "--help");

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("--name=ID", "--worker-type=T", "--slaves=N", "--working-dir=DIR")
        .contains("Default: the host name.", "Default: default.", "the number of processors")
        .contains("~/.local/share/rrrspec-java/work", "Example");
  }
}
