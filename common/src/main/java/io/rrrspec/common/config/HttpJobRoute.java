package io.rrrspec.common.config;

import java.net.URI;

/**
 * Where requests of one path go.
 *
 * @param queue the name of the queue in which they wait
 * @param to what stands before their path in the request that a worker makes; without a slash at
 *     the end
 */
public record HttpJobRoute(String queue, URI to) {}
