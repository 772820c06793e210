package io.rrrspec.server.admission;

/**
 * One worker for one taskset.
 *
 * @param taskset the taskset
 * @param worker the worker
 * @param serving how many serve it already
 * @param limit how many may
 */
public record Assignment(String taskset, String worker, int serving, int limit) {}
