/**
 * The command port of a server: lines over TCP, carried out by {@code io.rrrspec.common.line}. No
 * rules of queues or jobs are here. The one place that knows Netty.
 */
@NullMarked
package io.rrrspec.server.line;

import org.jspecify.annotations.NullMarked;
