package io.rrrspec.worker.agent.artifact;

/**
 * Where a worker gives artifacts.
 *
 * @param address host and port
 * @param token what others have to show
 */
public record ServedAt(String address, String token) {}
