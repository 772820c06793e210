package io.rrrspec.common.project;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.json.LazyMapper;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TestId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a test JVM is started with. Each execution of each module is a launch of its own; executions
 * of one module that start their JVMs alike share one, unless goals of the build run around their
 * tests, which may change that. Two modules never do: their directories differ.
 *
 * @param name the module's directory, {@code .} for the project itself, and the first of the
 *     executions if that is not the default one: {@code core}, {@code core@it}
 * @param module the module's directory relative to the project, empty for the project itself
 * @param executions those that it serves, in the order of the build; at least one
 */
public record Launch(String name, String module, List<TestExecution> executions) {
  public Launch {
    executions = List.copyOf(executions);
  }

  /** What its JVMs are started with. */
  public TestJvm jvm() {
    return executions.get(0).jvm();
  }

  /**
   * The goals that the build runs around its tests, as prefix:goal with their phases: what its JVMs
   * are started with is known only when those before the tests have run. None if there are none.
   */
  public List<String> goalsAround() {
    return executions.get(0).goalsAround();
  }

  /**
   * What may set any flag of its JVMs and cannot be looked into, so that they are all as is.
   *
   * @param inherited the environment that its JVMs inherit
   * @return an argument or the name of a variable; null for nothing
   */
  public @Nullable String unseenFlags(Map<String, String> inherited) {
    return JvmKindFlags.unseen(jvm(), inherited);
  }

  /**
   * The same with each kind of JVM that is made for speed and that its arguments leave open; none
   * if goals of the build run around its tests.
   */
  public Map<JvmKind, Launch> forSpeed() {
    Map<JvmKind, Launch> kinds = new EnumMap<>(JvmKind.class);
    if (!goalsAround().isEmpty() || JvmKind.ofLaunch(name) != JvmKind.AS_IS) {
      return kinds;
    }
    for (JvmKind kind : JvmKind.FOR_SPEED) {
      List<String> arguments = JvmKindFlags.of(kind, jvm());
      if (!arguments.isEmpty()) {
        TestJvm other = jvm().withFirst(arguments);
        List<TestExecution> same = executions.stream().map(one -> one.withJvm(other)).toList();
        kinds.put(kind, new Launch(name + kind.suffix(), module, same));
      }
    }
    return kinds;
  }

  /** What a slave has to know of executions, as a JSON object: all but how its JVM is started. */
  public static String toJson(List<TestExecution> executions) {
    ObjectNode json = LazyMapper.JSON.createObjectNode();
    ArrayNode all = json.putArray("executions");
    for (TestExecution execution : executions) {
      ObjectNode one = LazyMapper.JSON.valueToTree(execution);
      one.remove("jvm");
      all.add(one);
    }
    return json + "\n";
  }

  /** Whether a test belongs to it. */
  boolean serves(TestId test) {
    String execution = test.execution() == null ? TestId.DEFAULT_EXECUTION : test.execution();
    return test.module().equals(module)
        && executions.stream().anyMatch(one -> one.id().equals(execution));
  }

  /** Those of a module that have something to run. */
  static List<Launch> of(ProjectModule module) {
    Map<Object, List<TestExecution>> alike = new LinkedHashMap<>();
    for (TestExecution execution : module.executions()) {
      if (!execution.classes().isEmpty()) {
        Object key = execution.goalsAround().isEmpty() ? execution.jvm() : execution.id();
        alike.computeIfAbsent(key, one -> new ArrayList<>()).add(execution);
      }
    }
    return alike.values().stream()
        .map(
            executions ->
                new Launch(nameOf(module.dir(), executions.get(0).id()), module.dir(), executions))
        .toList();
  }

  /**
   * The name of the launch that serves an execution, unless one before it in its module starts its
   * JVMs alike: then both have the name of the first.
   *
   * @param module the module's directory relative to the project; empty for the root
   * @param execution the execution's id; null for the default one
   */
  public static String nameOf(String module, @Nullable String execution) {
    String dir = module.isEmpty() ? "." : module.replace("@", "%40");
    // Nothing but a kind that is made for speed ends in its suffix.
    return new TestId("", dir, execution).toString().replace("~", "%7E");
  }
}
