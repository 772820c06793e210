package io.rrrspec.acceptance.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.acceptance.page.DocPage;
import io.rrrspec.acceptance.page.PageFleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/placement.md, as it is written there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlacementPageIT {
  private static final String EXAMPLE = "Example";

  private Path home;
  private DocPage page;
  private PageFleet fleet;
  private String flow;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    home = directory;
    page = new DocPage("placement.md", "## Jobs with inputs and outputs", home, Map.of());
    fleet = new PageFleet(home);
    List<String> commands = page.save(EXAMPLE);
    fleet.start(commands.get(0));
    fleet.awaitWorkers(2);
    flow = commands.get(1);
  }

  @AfterAll
  void end() throws Exception {
    fleet.close();
  }

  private List<String> ran() throws IOException {
    return Files.readAllLines(home.resolve("rrrspec/ran.txt"));
  }

  private static List<String> steps(String printed) {
    return printed
        .lines()
        .map(DocPage::alike)
        .filter(line -> line.startsWith("succeeded"))
        .toList();
  }

  @Test
  void theSecondTimeNothingRunsAndAChangedInputRunsBoth() throws Exception {
    String printed = fleet.run(flow);
    List<String> ran =
        Stream.of(
                "succeeded TIME shop", "succeeded TIME build run ID", "succeeded TIME check run ID")
            .toList();

    assertThat(page.shown(EXAMPLE)).hasSize(3);
    assertThat(steps(printed))
        .containsExactlyElementsOf(
            Stream.of(ran, page.shown(EXAMPLE), ran).flatMap(List::stream).toList());
    assertThat(printed).endsWith("build\ncheck\nbuild\ncheck\n");
    assertThat(ran()).hasSize(4);

    String run = "cd " + home.resolve("shop") + "\nrrrspec-java flow run flow.yml --wait\n";
    assertThat(steps(fleet.run(run))).isEqualTo(page.shown(EXAMPLE));
    fleet.run(run.replace("--wait", "--wait --no-cache"));
    assertThat(ran()).as("--no-cache runs both").hasSize(6);
    assertThat(steps(fleet.run(run)))
        .as("and what it made counts from then on")
        .isEqualTo(page.shown(EXAMPLE));
    assertThat(ran()).hasSize(6);
  }
}
