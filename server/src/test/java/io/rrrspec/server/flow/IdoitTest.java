package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.UnifiedJedis;

/** Graphs that a Node program and an engine of ours serve together. */
class IdoitTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final FlowKeys KEYS = new FlowKeys("shared:");

  private static final String MULTIPLY = "{\"task\":\"multiply\",\"args\":[%d,%d],\"pool\":\"%s\"}";

  private FlowStore store;

  @BeforeEach
  void open() {
    store = new FlowStore(redis.connection(), KEYS);
  }

  private NodePeer node(String pools) throws Exception {
    return NodePeer.start(redis, KEYS.namespace(), pools);
  }

  private JavaPeer java(String pool) {
    return new JavaPeer(redis, KEYS, pool);
  }

  private FlowState awaitEnd(String id) {
    return Awaitility.await("end of " + id)
        .atMost(NodePeer.LIMIT)
        .until(() -> store.find(id).orElseThrow(), FlowState::isFinished);
  }

  private static String multiply(int a, int b, String pool) {
    return String.format(MULTIPLY, a, b, pool);
  }

  private static FlowStep multiply(String pool, int a, int b) {
    return FlowStep.task("multiply", a, b).inPool(pool);
  }

  @Test
  void aChainOfNodeWithChildrenThatJavaServes() throws Exception {
    try (NodePeer node = node("node");
        JavaPeer java = java("java")) {
      String id =
          node.start(
              "{\"chain\":["
                  + multiply(2, 3, "java")
                  + ","
                  + multiply(5, 1, "node")
                  + ","
                  + multiply(7, 1, "java")
                  + "],\"pool\":\"node\"}");
      FlowState chain = awaitEnd(id);
      assertThat(chain.fields().get("result")).isEqualTo("210");
      assertThat(chain.progress()).isEqualTo(3);
      assertThat(java.executed).containsExactly("multiply [2, 3]", "multiply [7, 1, 30]");
      assertThat(node.said("executed")).hasSize(1);
    }
  }

  @Test
  void aChainOfJavaWithChildrenThatNodeServes() throws Exception {
    try (NodePeer node = node("node");
        JavaPeer java = java("java")) {
      String id =
          store.start(
              FlowStep.chain(
                      List.of(
                          multiply("node", 2, 3), multiply("java", 5, 1), multiply("node", 7, 1)))
                  .inPool("java"));
      FlowState chain = awaitEnd(id);
      assertThat(chain.fields().get("result")).isEqualTo("210");
      assertThat(chain.progress()).isEqualTo(3);
      assertThat(java.executed).containsExactly("multiply [5, 1, 6]");
      assertThat(node.said("executed")).hasSize(2);
    }
  }

  @Test
  void aGroupOverBoth() throws Exception {
    try (NodePeer node = node("node");
        JavaPeer java = java("java")) {
      String ofNode =
          node.start(
              "{\"group\":["
                  + multiply(2, 3, "java")
                  + ",{\"chain\":["
                  + multiply(3, 3, "node")
                  + ","
                  + multiply(2, 1, "java")
                  + "],\"pool\":\"java\"},"
                  + multiply(5, 5, "node")
                  + "],\"pool\":\"node\"}");
      String ofJava =
          store.start(
              FlowStep.group(
                      List.of(
                          multiply("node", 2, 3),
                          FlowStep.chain(List.of(multiply("java", 3, 3), multiply("node", 2, 1)))
                              .inPool("node"),
                          multiply("java", 5, 5)))
                  .inPool("java"));
      assertThat(awaitEnd(ofNode).fields().get("result")).isEqualTo("[6,18,25]");
      assertThat(awaitEnd(ofJava).fields().get("result")).isEqualTo("[6,18,25]");
    }
  }

  /** Both serve the one pool: each command and each task goes to one of them. */
  @Test
  void onePoolThatBothServe() throws Exception {
    try (NodePeer node = node("both");
        JavaPeer java = java("both")) {
      FlowStep[] members = new FlowStep[60];
      for (int i = 0; i < members.length; i++) {
        members[i] =
            FlowStep.chain(List.of(multiply("both", i + 1, 2), multiply("both", 1, 1)))
                .inPool("both");
      }
      String id = store.start(FlowStep.group(List.of(members)).inPool("both"));
      FlowState group = awaitEnd(id);
      JsonNode results = JsonText.parse(group.fields().getOrDefault("result", "[]"));
      for (int i = 0; i < members.length; i++) {
        assertThat(results.get(i).asInt()).isEqualTo(2 * i + 2);
      }
      assertThat(group.progress()).isEqualTo(120);
      assertThat(java.executed.size() + node.said("executed").size()).isEqualTo(120);
    }
  }

  @ParameterizedTest
  @CsvSource({"node, java", "java, node", "node, node", "java, java", "both, both"})
  void anIteratorOnEachSide(String iteratorPool, String childPool) throws Exception {
    try (NodePeer node = node("node,both");
        JavaPeer java = java("java");
        JavaPeer both = java("both")) {
      String ofNode =
          node.start(
              "{\"task\":\"numbers\",\"args\":[12,\""
                  + childPool
                  + "\",\"multiply\",3],\"pool\":\""
                  + iteratorPool
                  + "\"}");
      String ofJava =
          store.start(
              FlowStep.iterator("numbers", 12, childPool, "multiply", 3).inPool(iteratorPool));
      for (String id : List.of(ofNode, ofJava)) {
        FlowState iterator = awaitEnd(id);
        assertThat(iterator.errorText()).isEmpty();
        assertThat(iterator.childrenCreated()).isEqualTo(12);
        assertThat(iterator.childrenFinished()).isEqualTo(12);
      }
      assertThat(java.executed.size() + both.executed.size() + node.said("executed").size())
          .isEqualTo(24);
    }
  }

  @Test
  void anErrorOnOneSideEndsTheGraphOfTheOther() throws Exception {
    try (NodePeer node = node("node");
        JavaPeer java = java("java")) {
      String ofNode =
          node.start(
              "{\"chain\":[{\"task\":\"fail\",\"pool\":\"java\"},"
                  + multiply(1, 1, "node")
                  + "],\"pool\":\"node\"}");
      String ofJava =
          store.start(
              FlowStep.group(
                      List.of(
                          FlowStep.task("fail").inPool("node"),
                          FlowStep.task("slow", 60_000).inPool("nobody")))
                  .inPool("java"));
      assertThat(awaitEnd(ofNode).errorText()).isEqualTo("on purpose in Java");
      FlowState group = awaitEnd(ofJava);
      assertThat(group.errorText()).isEqualTo("on purpose in Node");
      Awaitility.await()
          .atMost(NodePeer.LIMIT)
          .until(() -> store.find(group.children().get(1)).orElseThrow().isFinished());
      assertThat(java.executed).isEmpty();
      assertThat(node.said("executed")).isEmpty();
    }
  }

  @Test
  void eachSideCancelsTheGraphOfTheOther() throws Exception {
    try (NodePeer node = node("node");
        JavaPeer java = java("java")) {
      String ofNode =
          node.start(
              "{\"group\":[{\"task\":\"multiply\",\"args\":[1,1],\"pool\":\"nobody\"}],"
                  + "\"pool\":\"node\"}");
      String ofJava =
          store.start(
              FlowStep.group(List.of(multiply("nobody", 1, 1), multiply("nobody", 1, 1)))
                  .inPool("java"));
      Awaitility.await()
          .atMost(NodePeer.LIMIT)
          .until(
              () ->
                  store.find(ofNode).orElseThrow().state() == FlowState.State.IDLE
                      && store.find(ofJava).orElseThrow().state() == FlowState.State.IDLE);
      store.cancel(ofNode);
      node.order("{\"cancel\":\"" + ofJava + "\"}", "cancelled");
      for (String id : List.of(ofNode, ofJava)) {
        FlowState root = awaitEnd(id);
        assertThat(root.isCancelled()).isTrue();
        root.children()
            .forEach(child -> assertThat(store.find(child).orElseThrow().isFinished()).isTrue());
      }
      assertThat(java.executed).isEmpty();
    }
  }

  @Test
  void whatAKilledNodeProcessHadJavaGoesOnWith() throws Exception {
    try (JavaPeer java = java("both")) {
      String id;
      try (NodePeer node = node("both")) {
        java.close();
        id =
            node.start(
                "{\"group\":[{\"task\":\"slow\",\"args\":[3000],\"pool\":\"both\"},"
                    + multiply(2, 2, "both")
                    + "],\"pool\":\"both\"}");
        Awaitility.await().atMost(NodePeer.LIMIT).until(() -> node.said("executed").size() == 2);
        node.kill();
      }
      try (JavaPeer other = java("both")) {
        assertThat(awaitEnd(id).fields().get("result")).isEqualTo("[3000,4]");
        assertThat(other.executed).containsExactly("slow");
      }
    }
  }

  @Test
  void whatAKilledServerHadNodeGoesOnWith() throws Exception {
    String id;
    try (JavaPeer java = java("both")) {
      id =
          store.start(
              FlowStep.group(
                      List.of(FlowStep.task("slow", 3000).inPool("both"), multiply("both", 2, 2)))
                  .inPool("both"));
      Awaitility.await().atMost(NodePeer.LIMIT).until(() -> java.executed.contains("slow"));
    }
    try (NodePeer node = node("both")) {
      assertThat(awaitEnd(id).fields().get("result")).isEqualTo("[3000,4]");
      assertThat(node.said("executed")).isNotEmpty();
    }
  }

  /** What is in Redis after a graph, with what is drawn by lot and times left out. */
  private Map<String, Map<String, String>> bytes() {
    UnifiedJedis commands = redis.connection().commands();
    Map<String, String> names = new HashMap<>();
    Map<String, Map<String, String>> all = new TreeMap<>();
    Map<String, Map<String, String>> hashes = new TreeMap<>();
    for (String key : commands.keys(KEYS.namespace() + "*")) {
      switch (commands.type(key)) {
        case "hash" -> hashes.put(key, commands.hgetAll(key));
        case "zset" -> all.put(key, Map.of("size", commands.zcard(key) + ""));
        default -> all.put(key, Map.of("type", commands.type(key)));
      }
    }
    all.remove(KEYS.wake());
    // Ids and uids are called by what they belong to.
    hashes.forEach(
        (key, fields) -> {
          String name = fields.get("name") + fields.get("args") + fields.get("total");
          names.put(
              fields.getOrDefault("id", "").replace("\"", ""), "id of " + name.replace("\"", ""));
          names.put(
              fields.getOrDefault("uid", "").replace("\"", ""), "uid of " + name.replace("\"", ""));
        });
    hashes.forEach(
        (key, fields) -> {
          Map<String, String> plain = new TreeMap<>();
          fields.forEach((field, value) -> plain.put(field, renamed(value, names)));
          if (plain.containsKey("error")) {
            plain.put("error", plain.get("error").replaceFirst(",\"stack\":.*", "}"));
          }
          all.put(renamed(key, names), plain);
        });
    return all;
  }

  private static String renamed(String text, Map<String, String> names) {
    String result = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      result = result.replace(name.getKey(), name.getValue());
    }
    return result;
  }

  private static final String GRAPH =
      "{\"group\":[{\"chain\":["
          + String.format(MULTIPLY, 2, 3, "p")
          + ","
          + String.format(MULTIPLY, 4, 5, "p")
          + "],\"pool\":\"p\"},{\"task\":\"echo\",\"args\":[{\"a\":[1,2.5,\"\u00e4\\n\",null],"
          + "\"b\":false}],\"pool\":\"p\"},{\"task\":\"echo\",\"args\":[0],\"pool\":\"p\","
          + "\"total\":5},{\"task\":\"numbers\",\"args\":[4,\"p\",\"multiply\",2],\"pool\":\"p\"}"
          + "],\"pool\":\"p\"}";

  @Test
  void theBytesAreTheSameAsWhenNodeIsAlone() throws Exception {
    Map<String, Map<String, String>> alone;
    try (NodePeer node = node("p")) {
      awaitEnd(node.start(GRAPH));
      alone = bytes();
    }
    redis.connection().commands().flushAll();
    Map<String, Map<String, String>> withJava;
    try (NodePeer node = node("-");
        JavaPeer java = java("p")) {
      awaitEnd(node.start(GRAPH));
      withJava = bytes();
      assertThat(java.executed).hasSize(6);
    }
    assertThat(withJava).isEqualTo(alone);
    redis.connection().commands().flushAll();
    Map<String, Map<String, String>> startedByJava;
    try (NodePeer node = node("p")) {
      FlowStep step =
          FlowStep.group(
                  List.of(
                      FlowStep.chain(List.of(multiply("p", 2, 3), multiply("p", 4, 5))).inPool("p"),
                      FlowStep.task(
                              "echo",
                              JsonText.parse("{\"a\":[1,2.5,\"\u00e4\\n\",null],\"b\":false}"))
                          .inPool("p"),
                      FlowStep.task("echo", 0).inPool("p").withTotal(5),
                      FlowStep.iterator("numbers", 4, "p", "multiply", 2).inPool("p")))
              .inPool("p");
      awaitEnd(store.start(step));
      assertThat(node.said("executed")).hasSize(6);
      startedByJava = bytes();
    }
    assertThat(startedByJava).isEqualTo(alone);
  }

  @Test
  void anIdThatIsStillAtWorkIsTheSameTaskOnBothSides() throws Exception {
    try (NodePeer node = node("node")) {
      String id = store.start(multiply("nobody", 2, 3).withId("own").keptFor(Duration.ofDays(1)));
      assertThat(store.start(multiply("nobody", 2, 3).withId("own"))).isEqualTo(id);
      assertThat(node.order("{\"get\":\"own\"}", "got")).isEmpty();
    }
  }
}
