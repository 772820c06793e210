package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.record.history.Estimates;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real project whose classes have passed often enough for JVMs that are made for speed. */
class QuickJvmIT {
  private static final String TRIED = "quick JVMs (C1, serial collector) are tried for ";

  @TempDir Path scratch;

  @Test
  void aFailureThereIsJudgedByAJvmAsTheProjectSays() throws Exception {
    RealRun run = new RealRun(scratch, "quick");
    for (int i = 0; i < Estimates.RUNS; i++) {
      RealRun.Result green = run.runBare("--slaves", "1");
      assertThat(green.code()).as(green.err() + green.out()).isZero();
      assertThat(green.err()).doesNotContain(TRIED);
    }
    Files.createFile(run.project().resolve("empty"));

    RealRun.Result tried = run.runBare("--slaves", "2");
    assertThat(tried.err()).contains(TRIED + "3 classes that have passed the last 20 times");
    assertThat(tried.code()).as(tried.err() + tried.out()).isEqualTo(1);
    assertThat(tried.out())
        .contains("failed there only", "shop.PickyTest", "C1 for 3 classes")
        .contains("1 failed, 2 passed")
        .contains("run shop.StockTest#isNotEmpty")
        .doesNotContain("flaky");

    Files.delete(run.project().resolve("empty"));
    RealRun.Result next = run.runBare("--slaves", "2");
    assertThat(next.code()).as(next.err() + next.out()).isZero();
    assertThat(next.err()).doesNotContain(TRIED);
  }
}
