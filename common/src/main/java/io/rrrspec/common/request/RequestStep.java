package io.rrrspec.common.request;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What has happened between two versions of a request, for those who follow it. */
public final class RequestStep {
  private RequestStep() {}

  /**
   * The steps, in order; none if only somebody looked after it.
   *
   * @param before null: it is new
   */
  public static List<ObjectNode> between(@Nullable Request before, Request after) {
    List<ObjectNode> steps = new ArrayList<>();
    if (before == null) {
      steps.add(step("asked", after));
    } else {
      ended(before, after).forEach(steps::add);
    }
    CurrentJob was = before == null ? null : before.current();
    CurrentJob is = after.current();
    if (is != null && (was == null || was.number() != is.number())) {
      steps.add(step("queued", after).put("job", is.entry().name()).put("trial", is.trial()));
      was = null;
    }
    if (is != null && is.lease() != null && (was == null || was.lease() == null)) {
      steps.add(step("taken", after).put("job", is.entry().name()));
    }
    if (is != null && is.startedAt() != null && (was == null || was.startedAt() == null)) {
      steps.add(
          step("started", after)
              .put("job", is.entry().name())
              .put("worker", after.worker())
              .put("run", is.run()));
    }
    if (after.state().isOver() && (before == null || !before.state().isOver())) {
      steps.add(step(after.state().text(), after).put("reason", after.reason()));
    }
    if (steps.isEmpty() && before != null && !isOnlyLook(before, after)) {
      steps.add(step("changed", after));
    }
    return steps;
  }

  private static List<ObjectNode> ended(Request before, Request after) {
    List<ObjectNode> steps = new ArrayList<>();
    CurrentJob was = before.current();
    boolean goesOn = was != null && after.at(was.number()) != null;
    if (was != null && !goesOn && after.ranList().size() > was.ranBefore()) {
      RequestEntry entry = after.ranList().get(was.ranBefore());
      ObjectNode step = step("ended", after).put("job", entry.name()).put("run", entry.run());
      step.set("output", entry.output() == null ? step.nullNode() : entry.output());
      steps.add(step);
    }
    return steps;
  }

  private static boolean isOnlyLook(Request before, Request after) {
    return before.runList().equals(after.runList())
        && before.ranList().equals(after.ranList())
        && Objects.equals(before.output(), after.output())
        && Objects.equals(before.runArgs(), after.runArgs())
        && Objects.equals(before.program(), after.program())
        && before.requester().equals(after.requester())
        && Objects.equals(before.worker(), after.worker());
  }

  private static ObjectNode step(String event, Request after) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("event", event)
        .put("at", after.updatedAt().toString())
        .put("state", after.state().text())
        .put("version", after.version());
  }
}
