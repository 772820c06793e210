package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.flow.FlowKeys;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Scripts name keys as {@link Keys} does: a name that stands in one of them alone is a mistake. */
class ScriptKeysTest {
  private static final Pattern LITERAL = Pattern.compile("'[^'\n]*'");
  private static final Pattern PART = Pattern.compile(":([a-z_]+)");
  private static final String OWNER = "OWNER";

  @TestFactory
  Stream<DynamicTest> everyScriptNamesKeysThatKeysKnows() throws Exception {
    Set<String> known = known();
    assertThat(known).contains("task_queue", "tasks_left", "trial", "taskset", "heartbeat");
    return scripts().stream()
        .map(
            script ->
                DynamicTest.dynamicTest(
                    String.valueOf(script.getFileName()),
                    () -> assertThat(known).containsAll(named(Files.readString(script)))));
  }

  /** The parts of names in a script's literals, without comments. */
  private static Set<String> named(String text) {
    return text.lines()
        .map(line -> line.replaceFirst("--.*", ""))
        .flatMap(line -> LITERAL.matcher(line).results().map(MatchResult::group))
        .flatMap(literal -> PART.matcher(literal).results().map(part -> part.group(1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The parts of all names that can be made. */
  private static Set<String> known() throws ReflectiveOperationException {
    Set<String> known = new TreeSet<>(known(new Keys("n")));
    known.addAll(known(new FlowKeys("n:")));
    return known;
  }

  private static Set<String> known(Object keys) throws ReflectiveOperationException {
    Set<String> known = new TreeSet<>();
    for (Method method : keys.getClass().getDeclaredMethods()) {
      boolean makesName =
          Modifier.isPublic(method.getModifiers())
              && method.getReturnType() == String.class
              && !List.of("toString", "namespace", "workerOf", "taskOf", "specFileOf", "lastPart")
                  .contains(method.getName());
      if (makesName) {
        Object[] owners =
            Arrays.stream(method.getParameterTypes()).map(ScriptKeysTest::owner).toArray();
        String name = (String) method.invoke(keys, owners);
        PART.matcher(name).results().forEach(part -> known.add(part.group(1)));
      }
    }
    return known;
  }

  private static Object owner(Class<?> type) {
    return type == int.class
        ? (Object) 1
        : type == long.class ? (Object) 1L : type == Keys.class ? new Keys("n") : OWNER;
  }

  private static List<Path> scripts() throws IOException, URISyntaxException {
    Path folder = Path.of(Objects.requireNonNull(Keys.class.getResource("lua")).toURI());
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".lua")).sorted().toList();
    }
  }
}
