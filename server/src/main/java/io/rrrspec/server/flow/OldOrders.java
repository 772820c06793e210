package io.rrrspec.server.flow;

import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.store.FlowStore;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up orders that no server starts: their host is gone, or nobody has their entry of the
 * schedule any more. A flow that begins hours late surprises more than one that does not.
 */
final class OldOrders implements Actor {
  private static final Logger log = LoggerFactory.getLogger(OldOrders.class);
  private static final int NEWEST = 1_000;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(30);

  /** Longer than a start may take, with its attempts. */
  private static final Duration OLD = Duration.ofHours(2);

  private final FlowStore flows;
  private final InstantSource clock;

  OldOrders(FlowStore flows, InstantSource clock) {
    this.flows = flows;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "flow-orders";
  }

  @Override
  public boolean step() {
    for (FlowState root : flows.outlines(flows.roots(NEWEST)).values()) {
      if (FlowOrder.isOrder(root.id()) && !root.isFinished() && isOld(root)) {
        log.warn("no server has started the flow {} ({})", root.text("title"), root.id());
        flows.cancel(FlowOrder.flowOf(root.id()));
      }
    }
    return false;
  }

  private boolean isOld(FlowState root) {
    return clock.millis() - root.number("started_ms", 0) > OLD.toMillis();
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(LOOK_EVERY.toMillis());
  }
}
