package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.store.FlowTransitions;
import io.rrrspec.common.store.FlowTransitions.Event;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** One execution of a task. Belongs to the thread that executes it, unless a method says more. */
public final class RunningTask {
  private final FlowTransitions transitions;
  private final Consumer<Event> events;
  private final FlowState state;
  private final FlowType type;

  /** In ms of Redis's clock; volatile: the engine reads it. */
  private volatile long deadline;

  /** By the clock of this process. */
  private volatile long endNanos;

  private volatile boolean detached;

  RunningTask(
      FlowTransitions transitions,
      Consumer<Event> events,
      FlowTransitions.Taken taken,
      FlowType type,
      Duration limit) {
    this.transitions = transitions;
    this.events = events;
    this.state = taken.state();
    this.type = type;
    this.deadline = taken.deadline();
    this.endNanos = System.nanoTime() + limit.toNanos();
  }

  public String id() {
    return state.id();
  }

  /** Which life of the id this is. */
  public String uid() {
    return state.uid();
  }

  public List<JsonNode> args() {
    return state.args();
  }

  /** How often it was tried in vain. */
  public int retries() {
    return state.retries();
  }

  /** The task as it was when this execution began. */
  public FlowState state() {
    return state;
  }

  FlowType type() {
    return type;
  }

  long deadline() {
    return deadline;
  }

  /** Whether its time is over, by the clock of this process. */
  boolean isLate() {
    return System.nanoTime() - endNanos > 0;
  }

  /** Adds to its progress, and to that of all above it. */
  public void addProgress(long much) {
    Event event = transitions.addProgress(id(), much);
    if (event != null) {
      events.accept(event);
    }
  }

  /**
   * Sets its deadline. From any thread.
   *
   * @param left from now
   * @return whether it is still this execution's; if not, what it does is for nothing
   */
  public synchronized boolean extend(Duration left) {
    OptionalLong next = transitions.extend(id(), deadline, left);
    if (next.isPresent()) {
      deadline = next.getAsLong();
      endNanos = System.nanoTime() + left.toNanos();
    }
    return next.isPresent();
  }

  /**
   * Has it executed again later, and ends this execution: what it returns does not matter.
   *
   * @param counts whether this is one of its attempts
   */
  public synchronized boolean restart(boolean counts, Duration pause) {
    detached = true;
    return transitions.restart(id(), deadline, counts, pause);
  }

  /**
   * Lets go of the thread: this execution goes on elsewhere and ends by {@code flow_end}. Who calls
   * this renews the deadline.
   */
  void detach() {
    detached = true;
  }

  boolean isDetached() {
    return detached;
  }
}
