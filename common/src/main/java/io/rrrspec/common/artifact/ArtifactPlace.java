package io.rrrspec.common.artifact;

/**
 * Where an artifact can be fetched.
 *
 * @param workerKey the worker that gives it
 * @param host the name of that worker's host
 * @param address host and port where the worker listens
 * @param token what it wants to see
 * @param content what it says that it gives
 */
public record ArtifactPlace(
    String workerKey, String host, String address, String token, Holding.Content content) {}
