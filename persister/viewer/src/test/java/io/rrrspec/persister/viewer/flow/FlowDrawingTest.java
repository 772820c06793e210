package io.rrrspec.persister.viewer.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.store.FlowTree;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.viewer.flow.DrawnStep.Shape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a flow is drawn, and in which words. */
class FlowDrawingTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_000);
  private static final String WAITING = "state \"waiting\"";
  private static final String LOCKED = "state \"locked\" began_ms 995000";
  private static final String DONE = "state \"finished\" began_ms 990000 ended_ms 991500";

  private final List<FlowTree.Step> steps = new ArrayList<>();
  private final Map<String, TasksetStore.Progress> runs = new HashMap<>();

  /** Adds a step; its fields are names and values in turns. */
  private void step(int depth, String name, String fields) {
    Map<String, String> hash = new HashMap<>();
    hash.put("id", '"' + "id " + steps.size() + '"');
    hash.put("name", "\"taskset\"");
    hash.put("title", '"' + name + '"');
    String[] words = fields.split(" ");
    for (int i = 0; i < words.length; i += 2) {
      hash.put(words[i], words[i + 1].replace('_', words[i].endsWith("_ms") ? '_' : ' '));
    }
    steps.add(new FlowTree.Step(new FlowState(hash), depth, name, false));
  }

  private FlowLook look() {
    return new FlowLook(steps.get(0).state(), new FlowTree(steps, 0), runs, NOW);
  }

  private DrawnStep draw() {
    return FlowDrawing.of(look());
  }

  /** A group or a chain whose children are added next. */
  private void parent(int depth, String type, int children) {
    String ids = "\"x\"" + ",\"x\"".repeat(children - 1);
    step(depth, type, "state \"idle\" name \"" + type + "\" children [" + ids + "]");
  }

  @Test
  void chainsAndGroupsStandInEachOther() {
    parent(0, "sequence", 2);
    step(1, "compile", DONE);
    parent(1, "group", 2);
    step(2, "core", LOCKED);
    parent(2, "chain", 1);
    step(3, "store", WAITING);
    DrawnStep flow = draw();
    assertThat(flow.shape()).isEqualTo(Shape.CHAIN);
    assertThat(flow.children()).extracting(DrawnStep::name).containsExactly("compile", "group");
    DrawnStep group = flow.children().get(1);
    assertThat(group.shape()).isEqualTo(Shape.GROUP);
    assertThat(group.layout()).isEqualTo("fork");
    assertThat(group.children().get(0).time()).isEqualTo("5 s");
    assertThat(group.children().get(1).children().get(0).time()).isEmpty();
    assertThat(flow.children().get(0).time()).isEqualTo("1.5 s");
  }

  @Test
  void whatIsTooWideGoesIntoRows() {
    parent(0, "group", 2);
    for (int i = 0; i < 2; i++) {
      parent(1, "group", 3);
      for (int k = 0; k < 3; k++) {
        step(2, "s", WAITING);
      }
    }
    assertThat(draw().layout()).isEqualTo("rows");
    assertThat(draw().children()).extracting(DrawnStep::layout).containsOnly("fork");
  }

  @Test
  void ofALongListTheUrgentStepsAreDrawnInTheirPlacesAndTheOthersCounted() {
    parent(0, "chain", 100);
    for (int i = 0; i < 100; i++) {
      step(1, "s" + i, i < 60 ? DONE : i == 60 ? LOCKED : WAITING);
    }
    List<DrawnStep> drawn = draw().children();
    assertThat(drawn).hasSize(32);
    assertThat(drawn.get(0).name()).isEqualTo("60 more: 60 succeeded");
    assertThat(drawn.get(1).name()).isEqualTo("s60");
    assertThat(drawn.get(31).name()).isEqualTo("10 more: 10 waiting");
  }

  @Test
  void ofAGroupTheRestIsCountedAtTheEnd() {
    parent(0, "group", 40);
    for (int i = 0; i < 40; i++) {
      step(1, "s" + i, i == 39 ? DONE + " error {\"message\":\"bad\"}" : DONE);
    }
    List<DrawnStep> drawn = draw().children();
    assertThat(drawn).hasSize(31);
    assertThat(drawn.get(29).name()).isEqualTo("s39");
    assertThat(drawn.get(29).error()).isEqualTo("bad");
    assertThat(drawn.get(30).name()).isEqualTo("10 more: 10 succeeded");
  }

  @Test
  void noPageHasMoreStepsThanPeopleLookThrough() {
    parent(0, "chain", 30);
    for (int i = 0; i < 30; i++) {
      parent(1, "group", 300);
      for (int k = 0; k < 300; k++) {
        step(2, "s", DONE);
      }
    }
    assertThat(count(draw())).isBetween(400, 450);
  }

  private static int count(DrawnStep step) {
    return 1 + step.children().stream().mapToInt(FlowDrawingTest::count).sum();
  }

  @Test
  void childrenThatWereNotReadAreSaid() {
    parent(0, "group", 3);
    step(1, "one", WAITING);
    assertThat(draw().children()).last().extracting(DrawnStep::name).isEqualTo("2 steps not shown");
  }

  @Test
  void inALargeFlowWhatHasSucceededIsClosed() {
    parent(0, "chain", 2);
    step(1, "group", DONE + " name \"group\" children [\"x\"]");
    step(2, "s", DONE);
    assertThat(draw().children().get(0).open()).isTrue();
    parent(1, "group", 100);
    for (int i = 0; i < 100; i++) {
      step(2, "s", LOCKED);
    }
    assertThat(draw().children()).extracting(DrawnStep::open).containsExactly(false, true);
  }

  @ParameterizedTest
  @CsvSource({
    "24, 5, 3, 3 of 24 runs, 3 others not shown",
    "24, 3, 3, 3 of 24 runs, 1 other not shown",
    "1, 5, 3, 3 of 5 runs so far, 3 others not shown",
    "24, 2, 0, 0 of 24 runs, ''",
    "1, 0, 0, '', ''",
  })
  void anIteratorSaysHowFarItIs(int total, int created, int finished, String said, String more) {
    step(
        0,
        "again",
        "state \"idle\" total "
            + total
            + " children_created "
            + created
            + " children_finished "
            + finished);
    for (int i = 0; i < Math.min(2, created); i++) {
      step(1, "" + i, LOCKED);
    }
    DrawnStep drawn = draw();
    assertThat(drawn.shape()).isEqualTo(Shape.ITERATOR);
    assertThat(drawn.progress()).isEqualTo(said);
    assertThat(drawn.children())
        .extracting(DrawnStep::name)
        .filteredOn(name -> name.contains("shown"))
        .isEqualTo(more.isEmpty() ? List.of() : List.of(more));
  }

  @Test
  void aRunThatGoesOnSaysHowFarItIs() {
    step(0, "core", LOCKED + " run \"rrrspec:taskset:one\"");
    runs.put("rrrspec:taskset:one", new TasksetStore.Progress(TasksetStatus.RUNNING, 3, 1, 8, 4));
    assertThat(draw().run()).isEqualTo("one");
    assertThat(draw().progress()).isEqualTo("4 of 8 classes, 1 failed");
    assertThat(draw().percent()).isEqualTo(50);
    runs.put("rrrspec:taskset:one", new TasksetStore.Progress(TasksetStatus.WAITING, 0, 0, 8, 8));
    assertThat(draw().progress()).isEqualTo("waits for a worker");
    assertThat(draw().percent()).isEqualTo(-1);
  }

  @Test
  void anErrorIsItsFirstLineWithoutTheNameOfTheRun() {
    step(
        0,
        "core",
        DONE
            + " retries 1 run \"rrrspec:taskset:one\" error"
            + " {\"message\":\"run_one_failed:_1_of_8_failed;_broken\\nmore\"}");
    assertThat(draw().error()).isEqualTo("1 of 8 failed; broken");
    assertThat(draw().progress()).isEqualTo("attempt 2");
    assertThat(draw().status()).isEqualTo(StepStatus.FAILED);
    assertThat(FlowPage.of(look()).failures())
        .containsExactly(new FlowPage.Failure("core", "one", "1 of 8 failed; broken"));
  }

  @Test
  void theFirstFailuresStandAboveAllAndTheOthersAreCounted() {
    step(0, "group", DONE + " name \"group\" children [\"x\"] error {\"message\":\"bad\"}");
    for (int i = 0; i < 7; i++) {
      step(1, "s" + i, DONE + " error {\"message\":\"bad\"}");
    }
    FlowPage page = FlowPage.of(look());
    assertThat(page.failures()).extracting(FlowPage.Failure::path).contains("s0").hasSize(5);
    assertThat(page.moreFailures()).isEqualTo(2);
    assertThat(page.count()).isEqualTo(7);
  }
}
