/** What is dead, and what becomes of what it held. */
@NullMarked
package io.rrrspec.server.watchdog;

import org.jspecify.annotations.NullMarked;
