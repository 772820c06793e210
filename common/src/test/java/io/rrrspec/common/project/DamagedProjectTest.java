package io.rrrspec.common.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project.json that lacks something is refused when it is read, and not met later. */
class DamagedProjectTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What files of earlier versions do not have, and what may be null. */
  private static final List<String> OPTIONAL =
      List.of("broken", "reportsDirectory", "javaFrom", "integrationTests", "goalsAround");

  @TempDir Path directory;

  private static Project project() {
    TestJvm jvm =
        new TestJvm("/j", List.of(), true, Map.of(), Map.of(), List.of(), "/w", List.of("/c"));
    TestSelection selection =
        new TestSelection("/t", List.of("*"), List.of(), "", "", List.of(), List.of());
    TestExecution execution =
        new TestExecution(
            "it",
            TestProvider.values()[0],
            jvm,
            selection,
            Map.of(),
            1,
            true,
            List.of("com.foo.BarTest"),
            "",
            false,
            false,
            new IntegrationTests("/r", "/s"));
    return new Project(
        Project.FORMAT,
        List.of(new ProjectModule("a", "g:a", "/r", List.of(execution))),
        List.of(),
        List.of(new BrokenModule("b", "g:b", "no compiler")));
  }

  private Project read(JsonNode json) throws IOException {
    Files.createDirectories(Project.directory(directory));
    Files.writeString(Project.directory(directory).resolve("project.json"), json.toString());
    return Project.read(directory);
  }

  /** All fields below, each as the object that has it and its name. */
  private static List<Map.Entry<ObjectNode, String>> fields(JsonNode below) {
    List<Map.Entry<ObjectNode, String>> fields = new ArrayList<>();
    below.forEach(child -> fields.addAll(fields(child)));
    if (below instanceof ObjectNode object) {
      object.fieldNames().forEachRemaining(name -> fields.add(Map.entry(object, name)));
    }
    return fields;
  }

  @Test
  void whatIsNoObjectIsRefused() {
    for (String text : List.of("null", "[]", "1", "\"\"", "{}", "{\"format\":3}")) {
      assertThatThrownBy(() -> read(JSON.readTree(text)))
          .as(text)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("run rrrspec-java prepare");
    }
  }

  @Test
  void eachFieldThatIsNeededIsMissed() throws IOException {
    JsonNode whole = JSON.valueToTree(project());
    assertThat(read(whole).canonicalText()).isEqualTo(project().canonicalText());
    int needed = 0;
    for (Map.Entry<ObjectNode, String> field : fields(whole)) {
      JsonNode value = field.getKey().get(field.getValue());
      boolean plain = value.isNumber() || value.isBoolean();
      if (!plain && !OPTIONAL.contains(field.getValue())) {
        field.getKey().putNull(field.getValue());
        assertThatThrownBy(() -> read(whole))
            .as(field.getValue())
            .isInstanceOf(UsageException.class)
            .hasMessageContaining("is damaged: run rrrspec-java prepare");
        field.getKey().set(field.getValue(), value);
        needed++;
      }
    }
    assertThat(needed).isGreaterThan(20);
  }
}
