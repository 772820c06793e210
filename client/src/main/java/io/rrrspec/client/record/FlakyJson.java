package io.rrrspec.client.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.persister.record.history.FlakyTest;
import io.rrrspec.persister.record.history.FlakyTest.Sample;
import io.rrrspec.persister.record.history.OrderDependentTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Flaky tests as JSON, as docs/flaky-tests.md describes it. */
final class FlakyJson {
  private static final int FORMAT = 1;

  static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private FlakyJson() {}

  static String write(List<FlakyTest> tests, List<OrderDependentTask> dependent) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("format", FORMAT);
    ArrayNode list = root.putArray("tests");
    tests.forEach(test -> add(list.addObject(), test));
    ArrayNode classes = root.putArray("order_dependent");
    dependent.forEach(task -> add(classes.addObject(), task));
    return text(root);
  }

  private static void add(ObjectNode node, FlakyTest test) {
    node.put("taskset_class", test.tasksetClass());
    node.put("spec_file", test.specFile());
    node.put("class", test.className());
    node.put("name", test.name());
    node.put("flaky_runs", test.flakyRuns());
    node.put("runs", test.runs());
    node.put("rate", test.rate());
    node.put("first_seen", test.firstSeen().toString());
    node.put("last_seen", test.lastSeen().toString());
    ArrayNode keys = node.putArray("run_keys");
    test.runKeys().forEach(keys::add);
    sample(node, "failed", test.failed());
    sample(node, "passed", test.passed());
  }

  private static void add(ObjectNode node, OrderDependentTask task) {
    node.put("taskset_class", task.tasksetClass());
    node.put("spec_file", task.specFile());
    ArrayNode after = node.putArray("after");
    task.dependence().after().forEach(after::add);
    node.put("relation", task.dependence().relation().text());
    node.put("confirmed", task.dependence().confirmed());
    node.put("failed", task.dependence().failed());
    node.put("passed", task.dependence().passed());
    node.put("runs", task.runs());
    node.put("first_seen", task.firstSeen().toString());
    node.put("last_seen", task.lastSeen().toString());
    ArrayNode keys = node.putArray("run_keys");
    task.runKeys().forEach(keys::add);
  }

  private static void sample(ObjectNode node, String name, @Nullable Sample sample) {
    if (sample == null) {
      node.putNull(name);
      return;
    }
    ObjectNode one = node.putObject(name);
    one.put("run", sample.run());
    one.put("slave", sample.slave());
    one.put("message", sample.message());
    one.put("trace", sample.trace());
    one.put("stdout", sample.stdout());
    one.put("stderr", sample.stderr());
  }

  static String text(ObjectNode root) {
    try {
      return MAPPER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings and numbers is always JSON", e);
    }
  }
}
