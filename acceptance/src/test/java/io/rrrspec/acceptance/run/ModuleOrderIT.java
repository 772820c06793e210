package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The modules of a build in the order that somebody has chosen, with one slave: app and
 * services/billing need core.
 */
class ModuleOrderIT {
  @TempDir Path scratch;

  private RealRun run;
  private Path began;

  @BeforeEach
  void project() throws IOException {
    run = new RealRun(scratch, "reactor");
    began = scratch.resolve("began");
    for (String module : List.of("core", "app", "services/billing")) {
      test(module, "");
    }
  }

  /** A class that notes when its module's tests begin. */
  private void test(String module, String more) throws IOException {
    Files.writeString(
        run.project().resolve(module).resolve("src/test/java/example/NoteTest.java"),
        """
        package example;

        import static java.nio.file.StandardOpenOption.*;

        import java.nio.file.*;
        import org.junit.jupiter.api.*;

        class NoteTest {
          @Test
          void notes() throws Exception {
            Files.writeString(Path.of("%s"), "%s\\n", CREATE, APPEND);
            %s
          }
        }
        """
            .formatted(began, module, more));
  }

  /** The modules in the order in which they began, each once. */
  private List<String> modules(int code, String... options) throws Exception {
    Files.deleteIfExists(began);
    String[] all = new String[options.length + 2];
    all[0] = "--slaves";
    all[1] = "1";
    System.arraycopy(options, 0, all, 2, options.length);
    RealRun.Result result = run.runBare(all);
    assertThat(result.code()).as(result.err() + result.out()).isEqualTo(code);
    return Files.readAllLines(began).stream().distinct().toList();
  }

  @Tag("nightly")
  @Test
  void inTheOrderOfTheBuildAModuleComesAfterThoseThatItNeeds() throws Exception {
    for (int i = 0; i < 5; i++) {
      Files.writeString(
          run.project().resolve("services/billing/src/test/java/example/More" + i + "Test.java"),
          "package example; class More%dTest { @org.junit.jupiter.api.Test void more() {} }"
              .formatted(i));
    }
    assertThat(modules(0)).as("the largest").first().isEqualTo("services/billing");

    assertThat(modules(0, "--module-order", "build"))
        .containsExactly("core", "app", "services/billing");

    test("core", "Assertions.fail();");
    assertThat(modules(1, "--module-order", "build", "--fail-fast", "NoteTest"))
        .containsExactly("core");
  }

  @Test
  void theChangedModuleComesFirstAndThenWhatNeedsIt() throws Exception {
    modules(0, "--module-order", "changed");

    test("services/billing", "System.out.println();");
    assertThat(modules(0, "--module-order", "changed", "NoteTest"))
        .first()
        .isEqualTo("services/billing");

    // That was no run of all tests, so billing has still changed, and core too now.
    test("core", "Assertions.fail();");
    assertThat(modules(1, "--module-order", "changed")).hasSize(3).last().isEqualTo("app");

    test("core", "");
    modules(0, "--module-order", "changed");
    test("app", "Assertions.fail();");
    assertThat(modules(1, "--module-order", "changed", "--fail-fast", "NoteTest"))
        .containsExactly("app");
  }
}
