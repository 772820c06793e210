/** The command port. */
@NullMarked
package io.rrrspec.server.line;

import org.jspecify.annotations.NullMarked;
