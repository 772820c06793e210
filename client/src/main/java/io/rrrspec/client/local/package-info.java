/**
 * The run on one machine: the one place that sees server, worker, persister and client together.
 */
@NullMarked
package io.rrrspec.client.local;

import org.jspecify.annotations.NullMarked;
