/** Health and metrics. */
@NullMarked
package io.rrrspec.server.http;

import org.jspecify.annotations.NullMarked;
