/** What one server counts while it works; who shows it is not its business. */
@NullMarked
package io.rrrspec.server.tally;

import org.jspecify.annotations.NullMarked;
