package io.rrrspec.common.flow.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.rrrspec.common.UsageException;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/flow.schema.json says the same as the reader. */
class FlowSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final YAMLMapper YAML = new YAMLMapper(YamlReader.FACTORY);
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final JsonNode TEXT = text();
  private static final Schema SCHEMA = REGISTRY.getSchema(TEXT);
  private static final Pattern BLOCK = Pattern.compile("(?s)```yaml\n(.*?)```");

  private static JsonNode text() {
    try {
      return JSON.readTree(Checkout.doc("flow.schema.json").toFile());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Error> errors(String yaml) throws IOException {
    return SCHEMA.validate(YAML.readTree(yaml));
  }

  private static Stream<String> examplesOfThePage() throws IOException {
    return BLOCK
        .matcher(Files.readString(Checkout.doc("flows.md")))
        .results()
        .map((MatchResult block) -> block.group(1))
        // The others are settings.
        .filter(yaml -> yaml.contains("steps:\n"));
  }

  @Test
  void theSchemaIsOne() {
    Schema ofSchemas =
        REGISTRY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    assertThat(ofSchemas.validate(TEXT)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource({"io.rrrspec.common.flow.file.GoodFlows#all", "examplesOfThePage"})
  void a_good_file_is_accepted_by_both(String yaml) throws IOException {
    assertThat(errors(yaml)).isEmpty();
    assertThat(refusal(yaml)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("io.rrrspec.common.flow.file.Mistake#structural")
  void a_structural_mistake_is_refused_by_both(Mistake mistake) throws IOException {
    assertThat(errors(mistake.yaml())).isNotEmpty();
    assertThat(refusal(mistake.yaml())).isNotEmpty();
  }

  @Test
  void bothKnowTheSameKeys() {
    assertThat(keys("/properties")).isEqualTo(new TreeSet<>(StepKind.OF_FLOW));
    for (StepKind kind : StepKind.values()) {
      assertThat(keys("/$defs/" + kind.key() + "Step/properties"))
          .as(kind.key())
          .isEqualTo(new TreeSet<>(kind.keys()));
    }
    assertThat(TEXT.at("/$defs/step/oneOf")).hasSize(StepKind.values().length);
    assertThat(keys("/$defs/flakyStep/properties/flaky/properties"))
        .isEqualTo(new TreeSet<>(WorkReader.OF_FLAKY));
  }

  private static Set<String> keys(String pointer) {
    Set<String> keys = new TreeSet<>();
    TEXT.at(pointer).fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** What editors show. */
  @Test
  void everyKeyHasADescription() {
    List<String> without = new ArrayList<>();
    TEXT.findValues("properties")
        .forEach(
            properties ->
                properties
                    .properties()
                    .forEach(
                        key -> {
                          JsonNode reference = key.getValue().path("$ref");
                          JsonNode there =
                              reference.isMissingNode()
                                  ? key.getValue()
                                  : TEXT.at(reference.asText().substring(1));
                          if (!key.getValue().has("description") && !there.has("description")) {
                            without.add(key.getKey());
                          }
                        }));
    assertThat(without).isEmpty();
  }

  /**
   * Random changes of good files: what the reader takes, the schema takes; nothing else is thrown.
   */
  @Test
  void whatTheSchemaRefusesTheReaderRefuses() throws IOException {
    List<JsonNode> good = new ArrayList<>();
    for (String yaml : GoodFlows.all().toList()) {
      good.add(YAML.readTree(yaml));
    }
    Random random = new Random(17);
    int taken = 0;
    for (int i = 0; i < 4_000; i++) {
      JsonNode changed = good.get(random.nextInt(good.size())).deepCopy();
      for (int changes = random.nextInt(2); changes >= 0; changes--) {
        change(changed, good.get(random.nextInt(good.size())), random);
      }
      String yaml = JSON.writeValueAsString(changed);
      if (refusal(yaml).isEmpty()) {
        taken++;
        assertThat(SCHEMA.validate(changed)).as(yaml).isEmpty();
      }
    }
    assertThat(taken).isBetween(400, 3_600);
  }

  private static void change(JsonNode flow, JsonNode other, Random random) {
    List<ContainerNode<?>> places = containers(flow);
    ContainerNode<?> place = places.get(random.nextInt(places.size()));
    List<ContainerNode<?>> others = containers(other);
    JsonNode part = others.get(random.nextInt(others.size())).deepCopy();
    if (place instanceof ArrayNode list) {
      if (!list.isEmpty() && random.nextBoolean()) {
        list.remove(random.nextInt(list.size()));
      } else {
        list.insert(random.nextInt(list.size() + 1), part);
      }
    } else if (place instanceof ObjectNode map) {
      List<String> keys = new ArrayList<>();
      (random.nextBoolean() || map.isEmpty() ? others.get(0) : map)
          .fieldNames()
          .forEachRemaining(keys::add);
      String key = keys.isEmpty() ? "shell" : keys.get(random.nextInt(keys.size()));
      switch (random.nextInt(5)) {
        case 0 -> map.remove(key);
        case 1 -> map.set(key, part);
        case 2 -> map.put(key, random.nextInt(40) - 5);
        case 3 -> map.put(key, random.nextBoolean());
        default -> map.put(key, List.of("", "x", "5m", "always", "*").get(random.nextInt(5)));
      }
    }
  }

  /** The maps and lists of a tree. */
  private static List<ContainerNode<?>> containers(JsonNode tree) {
    List<ContainerNode<?>> all = new ArrayList<>();
    if (tree instanceof ContainerNode<?> container) {
      all.add(container);
      tree.forEach(child -> all.addAll(containers(child)));
    }
    return all;
  }

  private static String refusal(String yaml) {
    try {
      FlowFile.parse("flow.yml", yaml.getBytes(StandardCharsets.UTF_8));
      return "";
    } catch (UsageException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
