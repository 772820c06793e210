package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A nested class that two classes inherit, and that fails in one of them. */
class InheritedNestedIT {
  private static final String RIGHT = "example.CartTest$Entries";

  @TempDir Path scratch;

  @Test
  void whateverNamesItNamesTheSubclassInWhichItFailed() throws Exception {
    RealRun run = project();
    RealRun.Result red = run.run("--max-trials", "1");
    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
    assertThat(red.out())
        .contains(RIGHT + " › areListed", "run '" + RIGHT + "#areListed'", "FAILED    1 failed")
        .contains("at example.AbstractCartTest$Entries.areListed(AbstractCartTest.java:15)");
    assertThat(red.out().lines().filter(line -> !line.strip().startsWith("at ")))
        .noneMatch(line -> line.contains("AbstractCartTest"));
    assertThat(red.suites().failures()).containsOnlyKeys(RIGHT);
    assertThat(red.suites().counts())
        .containsEntry(RIGHT, "1")
        .containsEntry("example.BasketTest$Entries", "1")
        .doesNotContainKey("example.AbstractCartTest$Entries");
    assertThat(Files.readString(run.report(RIGHT))).doesNotContain("classname=\"example.Abstract");

    String key = newestRun(run);

    RealRun.Result green = run.run("--max-trials", "1");
    assertThat(green.code()).as(green.err() + green.out()).isZero();

    assertNamed(run.command("client", "flaky", "--local").out());
    assertNamed(run.command("client", "flaky", "--local", "--json").out());
    String history = run.command("client", "history", "CartTest", "--local", "--json").out();
    assertThat(history).contains("example.CartTest").doesNotContain("AbstractCartTest");
    String other = run.command("client", "history", "BasketTest", "--local").out();
    assertThat(other).contains("example.BasketTest").doesNotContain("CartTest$");
    try (WebPages pages = WebPages.of(run)) {
      assertNamed(pages.read("/tests/flaky"));
      assertNamed(pages.read("/runs/" + key));
    }
    assertThat(run.left()).isEmpty();
  }

  private static String newestRun(RealRun run) throws Exception {
    String json = run.command("client", "history", "CartTest", "--local", "--json").out();
    return new JsonMapper().readTree(json).at("/classes/0/newest/0/run").asText();
  }

  private static void assertNamed(String text) {
    assertThat(text.replace("&#39;", "'")).contains("CartTest$Entries").contains("areListed");
    // A trace names the class in whose source the test stands.
    assertThat(text)
        .doesNotContainPattern("AbstractCartTest(?!\\.java|\\$Entries\\.areListed\\()")
        .doesNotContain("BasketTest$Entries");
  }

  /** Fails once, and then passes on the same sources. */
  private RealRun project() throws IOException {
    RealRun run = new RealRun(scratch, "retried");
    Path sources = run.project().resolve("src/test/java/example");
    for (String name :
        new String[] {"DeadlyTest", "FlakyTest", "HiddenTest", "SkippedTest", "VanishedTest"}) {
      Files.delete(sources.resolve(name + ".java"));
    }
    Files.writeString(
        sources.resolve("AbstractCartTest.java"),
        """
        package example;

        import static org.junit.jupiter.api.Assertions.assertFalse;

        import org.junit.jupiter.api.Nested;
        import org.junit.jupiter.api.Test;

        abstract class AbstractCartTest {
          abstract boolean broken();

          @Nested
          class Entries {
            @Test
            void areListed() {
              assertFalse(broken());
            }
          }
        }

        class BasketTest extends AbstractCartTest {
          @Override
          boolean broken() {
            return false;
          }
        }

        class CartTest extends AbstractCartTest {
          @Override
          boolean broken() {
            return Mark.isFirst(CartTest.class);
          }
        }
        """);
    return run;
  }
}
