package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the compiled test classes of a prepared workspace, and makes a run for each so many of
 * them, two at a time: the first ones run while most have not been looked for. The argument is an
 * object:
 *
 * <ul>
 *   <li>{@code classes}: the directory of the compiled classes, on the host of the servers
 *   <li>{@code rsync_name}: under which the sources of the workspace were sent
 *   <li>{@code batch}: how many classes a run has; 50 if it is missing
 *   <li>whatever else {@link AskedRun} and {@link RunTask} take
 * </ul>
 */
final class TestIterator implements FlowIterator {
  private static final int AT_ONCE = 2;
  private static final int BATCH = 50;
  private static final int MOST_BATCH = 10_000;
  private static final List<String> OF_THE_TASK = List.of("queue", "limit_ms", "attempts");

  @Override
  public Iteration next(@Nullable JsonNode state, FlowState iterator) throws IOException {
    JsonNode wish = iterator.args().get(0);
    int batch = wish.path("batch").asInt(BATCH);
    if (batch < 1 || batch > MOST_BATCH) {
      throw new UsageException("batch is " + batch + ": write a whole number, 1 to " + MOST_BATCH);
    }
    TestClasses all = new TestClasses(Path.of(wish.path("classes").asText()));
    String last = state == null ? "" : state.path("last").asText();
    long made = state == null ? 0 : state.path("made").asLong();
    long free = AT_ONCE - (iterator.childrenCreated() - iterator.childrenFinished());
    List<FlowStep> children = new ArrayList<>();
    while (children.size() < free) {
      List<String> paths = all.after(last, batch);
      if (paths.isEmpty()) {
        break;
      }
      last = paths.get(paths.size() - 1);
      made++;
      children.add(child(wish, made, paths.stream().map(TestClasses::nameOf).toList()));
    }
    if (!children.isEmpty()) {
      return Iteration.more(
          JsonNodeFactory.instance.objectNode().put("last", last).put("made", made), children);
    }
    return free > 0 ? Iteration.END : Iteration.NOTHING;
  }

  private static FlowStep child(JsonNode wish, long number, List<String> classes) {
    ObjectNode request = wish.deepCopy();
    request.remove(List.of("classes", "batch"));
    ObjectNode own = JsonNodeFactory.instance.objectNode();
    for (String field : OF_THE_TASK) {
      if (request.has(field)) {
        own.set(field, request.remove(field));
      }
    }
    classes.forEach(request.putArray("tasks")::add);
    own.set("request", request);
    return FlowStep.task("taskset", own).with("title", Long.toString(number));
  }
}
