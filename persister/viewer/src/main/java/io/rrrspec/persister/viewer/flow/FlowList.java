package io.rrrspec.persister.viewer.flow;

import java.time.Instant;
import java.util.List;

/**
 * The flows that are remembered.
 *
 * @param flows the newest first
 * @param hidden how many older ones there are
 * @param at when they were read
 * @param problem why nothing is known; empty if something is
 */
public record FlowList(List<FlowRow> flows, long hidden, Instant at, String problem) {}
