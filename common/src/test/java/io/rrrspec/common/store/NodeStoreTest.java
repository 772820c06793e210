package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.NodeStore.Node;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NodeStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @Test
  void saysOfEachWorkerWhatItDoes() {
    Installation i = new Installation(testRedis);
    String taskset = i.running(aTaskset().withTasks(1));
    i.worker("idle");
    i.commands.del(Keys.heartbeat(i.worker("quiet")));
    // A foreign implementation's: no more than its type, and no heartbeat of ours.
    i.commands.hset(i.keys.worker("ruby"), Map.of("worker_type", "", "taskset", ""));
    i.commands.sadd(i.keys.workers(), i.keys.worker("ruby"), "nonsense");

    List<Node> nodes = new NodeStore(i.redis, i.keys).all();

    assertThat(nodes).extracting(Node::id).containsExactly("idle", "quiet", "ruby", "w");
    assertThat(nodes).extracting(Node::taskset).containsExactly(null, null, null, taskset);
    assertThat(nodes).extracting(Node::alive).containsExactly(true, false, false, true);
    assertThat(nodes).extracting(Node::ours).containsExactly(true, true, false, true);
    assertThat(nodes).extracting(Node::workerType).containsOnly("default");
    assertThat(nodes.get(3).host()).isEqualTo("host-w");
    assertThat(nodes.get(3).since()).isNotNull();
    assertThat(nodes.get(2).host()).isNull();
  }
}
