/**
 * What a worker keeps for itself and others: the cache, archives, and fetching from other workers.
 */
@NullMarked
package io.rrrspec.worker.agent.artifact;

import org.jspecify.annotations.NullMarked;
