/**
 * The deciding part of the service: dispatcher, arbiter, watchdog, and the process that runs them.
 */
@NullMarked
package io.rrrspec.server;

import org.jspecify.annotations.NullMarked;
