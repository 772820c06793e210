package io.rrrspec.persister.viewer.queue;

import java.util.List;

/**
 * The workers of one type, and the queues that they serve.
 *
 * @param name the type
 * @param strict whether each look begins at the front of the ring
 * @param live how many of its workers live
 * @param busy how many of these serve something, or are about to
 * @param sick how many of these get nothing because they failed
 * @param queues in the order of the ring
 */
public record GroupRow(
    String name, boolean strict, int live, int busy, int sick, List<QueueRow> queues) {}
