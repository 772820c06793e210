package io.rrrspec.common.request;

import static io.rrrspec.common.request.RequestExamples.JOBS;
import static io.rrrspec.common.request.RequestExamples.at;
import static io.rrrspec.common.request.RequestExamples.current;
import static io.rrrspec.common.request.RequestExamples.json;
import static io.rrrspec.common.request.RequestExamples.object;
import static io.rrrspec.common.request.RequestExamples.queued;
import static io.rrrspec.common.request.RequestExamples.running;
import static io.rrrspec.common.request.RequestExamples.taken;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestStepTest {
  private static List<String> events(@Nullable Request before, Request after) {
    return RequestStep.between(before, after).stream()
        .map(step -> step.path("event").asText())
        .toList();
  }

  @Test
  void aNewRequestIsAskedForAndItsFirstJobQueued() {
    Request request = queued("build", "test");
    assertThat(RequestStep.between(null, request))
        .containsExactly(
            object("{'event':'asked','at':'2026-03-04T05:06:07.089Z','state':'queued','version':1}")
                .put("version", 1L),
            object(
                    "{'event':'queued','at':'2026-03-04T05:06:07.089Z','state':'queued','version':1,"
                        + "'job':'build','trial':1}")
                .put("version", 1L));
  }

  @Test
  void aStartTellsWorkerAndRun() {
    Request before = queued("build");
    Request after = before.started(1, "run-1", "host", at(1), at(1));
    List<ObjectNode> steps = RequestStep.between(before, after);
    assertThat(steps).hasSize(1);
    assertThat(steps.get(0).path("event").asText()).isEqualTo("started");
    assertThat(steps.get(0).path("job").asText()).isEqualTo("build");
    assertThat(steps.get(0).path("worker").asText()).isEqualTo("host");
    assertThat(steps.get(0).path("run").asText()).isEqualTo("run-1");
    assertThat(steps.get(0).path("version").asLong()).isEqualTo(2);
  }

  @Test
  void anEndTellsTheOutputAndWhatIsNext() {
    Request before = queued("build", "test").started(1, "run-1", "host", at(1), at(1));
    Request after = before.ended(1, object("{'file':'f'}"), "run-1", null, JOBS, at(2));
    assertThat(events(before, after)).containsExactly("ended", "queued");
    ObjectNode ended = RequestStep.between(before, after).get(0);
    assertThat(ended.path("job").asText()).isEqualTo("build");
    assertThat(ended.path("run").asText()).isEqualTo("run-1");
    assertThat(ended.path("output")).isEqualTo(json("{'file':'f'}"));

    Request taken = taken(after);
    assertThat(events(after, taken)).containsExactly("taken");
    Request over = running(after).ended(2, null, null, null, JOBS, at(3));
    assertThat(events(running(after), over)).containsExactly("ended", "complete");
    assertThat(RequestStep.between(running(after), over).get(0).path("output").isNull()).isTrue();
  }

  @Test
  void aLostJobIsQueuedAgainWithItsTrial() {
    Request before = running(queued("test", "report"));
    Request after = before.lost(1, "late", 2, JOBS, at(3));
    assertThat(events(before, after)).containsExactly("queued");
    assertThat(RequestStep.between(before, after).get(0).path("trial").asInt()).isEqualTo(2);
  }

  @Test
  void anEndOfTheRequestTellsWhy() {
    Request before = queued("build");
    Request failed = before.failed(1, "red", at(1));
    assertThat(events(before, failed)).containsExactly("failed");
    assertThat(RequestStep.between(before, failed).get(0).path("reason").asText()).isEqualTo("red");
    assertThat(events(before, before.cancelled(at(1)))).containsExactly("cancelled");
    assertThat(events(failed, failed.retried(JOBS, at(2)))).containsExactly("queued");
  }

  @Test
  void anEditIsAChangeAndALookIsNone() {
    Request before = queued("test", "report");
    Request after =
        RequestEdit.part(before, RequestParts.PROGRAM, json("{'a':1}"), JOBS, null, at(1));
    assertThat(events(before, after)).containsExactly("changed");
    assertThat(events(before, before.withVersion(2))).isEmpty();
  }

  @Test
  void whatItsWorkerMovedEndsOnce() {
    Request runs = running(queued("test", "report"));
    Request moved =
        RequestEdit.whole(
            runs,
            json("{'requester':'host','ran_list':['test'],'run_list':['report']}"),
            JOBS,
            null,
            at(3));
    assertThat(events(runs, moved)).containsExactly("changed");
    Request ended = moved.ended(current(moved).number(), null, null, null, JOBS, at(4));
    assertThat(events(moved, ended)).containsExactly("ended", "queued");
    assertThat(events(moved, moved.failed(1, "red", at(4)))).containsExactly("failed");
  }
}
