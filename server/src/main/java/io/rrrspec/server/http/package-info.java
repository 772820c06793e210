/**
 * What a server says about itself over HTTP: health and metrics. The one place that knows Javalin.
 */
@NullMarked
package io.rrrspec.server.http;

import org.jspecify.annotations.NullMarked;
