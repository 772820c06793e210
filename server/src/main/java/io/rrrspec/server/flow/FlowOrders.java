package io.rrrspec.server.flow;

import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.file.FlowFile;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.FlowTree;
import io.rrrspec.server.jobs.JobDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Flows that somebody asks a server for: it takes the order, and a server of its host starts it.
 */
public final class FlowOrders {
  /** As many as a file may have. */
  private static final int MOST_STEPS = 10_001;

  private final FlowStore flows;
  private final List<Path> roots;
  private final InstantSource clock;

  /**
   * Makes it.
   *
   * @param roots below which sources may be
   */
  public FlowOrders(FlowStore flows, List<Path> roots, InstantSource clock) {
    this.flows = flows;
    this.roots = List.copyOf(roots);
    this.clock = clock;
  }

  /**
   * Takes an order.
   *
   * @param text of the flow's file
   * @param sources the directory of this host; null: the flow needs none
   * @return the id of the flow
   * @throws io.rrrspec.common.UsageException if it cannot be carried out; the message says why
   */
  public String take(
      String text, Map<String, String> variables, @Nullable String sources, String user) {
    FlowFile file =
        FlowFile.parse("flow", text.getBytes(StandardCharsets.UTF_8)).withVariables(variables);
    file.requireSources(sources != null);
    String directory = sources == null ? null : JobDirectory.below(sources, roots).toString();
    String id = UUID.randomUUID().toString();
    flows.start(
        new FlowOrder(id, "flow", text, variables, directory, user)
            .task(FlowStarts.typeOfHost(), FlowStarts.POOL, file.name(), clock.millis()));
    return id;
  }

  /** A flow, or what is to start it. */
  public Optional<FlowState> find(String id) {
    return flows.findFlow(id).filter(root -> root.parent() == null);
  }

  /** The newest flows. */
  public Collection<FlowState> newest(int most) {
    return flows.outlines(flows.roots(most)).values();
  }

  public FlowTree tree(FlowState root) {
    return FlowTree.read(flows, root, MOST_STEPS);
  }

  public void cancel(String id) {
    flows.cancel(id);
  }
}
