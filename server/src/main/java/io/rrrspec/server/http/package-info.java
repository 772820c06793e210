/**
 * What a server says and does over HTTP: health and metrics, queues and jobs. The one place that
 * knows Javalin.
 */
@NullMarked
package io.rrrspec.server.http;

import org.jspecify.annotations.NullMarked;
