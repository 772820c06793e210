package io.rrrspec.experiments.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlaceCountTest {
  @Test
  void workerLogsSayWhyAWorkerWasChosen() {
    PlaceCount places = new PlaceCount();
    places.add("2026-01-01 00:00:00 is given the run: it has the workspace\nmore\n");
    places.add("2026-01-01 00:00:00 is given the run: it has the workspace\n");
    places.add("2026-01-01 00:00:00 is given the run: it has an earlier state of the workspace\n");
    places.add("2026-01-01 00:00:00 is given the run: no idle worker has anything of it\n");
    places.add("");

    assertThat(places.text())
        .isEqualTo(
            "Of 5 workers that were given a run, 2 had its workspace, and 1 an earlier state of"
                + " it.");
  }
}
