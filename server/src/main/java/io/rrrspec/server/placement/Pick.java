package io.rrrspec.server.placement;

/** A job that a worker got, and why it was this worker. */
public record Pick(Job job, Reason reason) {}
