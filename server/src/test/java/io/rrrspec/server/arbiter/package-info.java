/** Verdicts. */
@NullMarked
package io.rrrspec.server.arbiter;

import org.jspecify.annotations.NullMarked;
