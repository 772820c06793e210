package io.rrrspec.persister.viewer.flow;

import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.store.FlowTree;
import io.rrrspec.common.store.TasksetStore;
import java.time.Instant;
import java.util.Map;

/**
 * A flow at one moment.
 *
 * @param root the flow itself
 * @param tree its steps
 * @param runs how far runs are that go on, by the key of the taskset
 * @param at when it was read
 */
public record FlowLook(
    FlowState root, FlowTree tree, Map<String, TasksetStore.Progress> runs, Instant at) {}
