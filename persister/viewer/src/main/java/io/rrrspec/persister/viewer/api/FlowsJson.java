package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.FlowTree;
import io.rrrspec.persister.viewer.flow.FlowLook;
import io.rrrspec.persister.viewer.flow.FlowRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Flows for programs. */
final class FlowsJson {
  private FlowsJson() {}

  /** A flow: where it stands. */
  record FlowJson(
      String id,
      String name,
      String status,
      @Nullable String user,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      long runsDone,
      long runs) {
    static FlowJson of(FlowRow row) {
      return new FlowJson(
          row.id(),
          row.name(),
          row.status().text(),
          Json.orNull(row.user()),
          row.startedAt(),
          row.endedAt(),
          row.done(),
          row.runs());
    }
  }

  /** A flow with its steps. */
  record TreeJson(FlowJson flow, List<StepJson> steps, long unread) {
    static TreeJson of(FlowLook look) {
      return new TreeJson(
          FlowJson.of(FlowRow.of(look.root())),
          look.tree().steps().stream().skip(1).map(StepJson::of).toList(),
          look.tree().unread());
    }
  }

  /** A step. */
  record StepJson(
      String id,
      int depth,
      String name,
      String type,
      String status,
      @Nullable String when,
      @Nullable Instant beganAt,
      @Nullable Instant endedAt,
      @Nullable String run,
      @Nullable String error,
      @Nullable Long runsBegun,
      @Nullable Long runsDone) {
    static StepJson of(FlowTree.Step step) {
      FlowState state = step.state();
      boolean iterator = state.isIterator();
      return new StepJson(
          state.id(),
          step.depth(),
          step.title(),
          state.type(),
          step.status(),
          Json.orNull(state.text("when")),
          FlowRow.moment(state, "began_ms"),
          FlowRow.moment(state, "ended_ms"),
          Json.orNull(Keys.lastPart(state.text("run"))),
          step.standing() == StepStatus.FAILED ? Json.orNull(state.errorText()) : null,
          iterator ? state.childrenCreated() : null,
          iterator ? state.childrenFinished() : null);
    }
  }
}
