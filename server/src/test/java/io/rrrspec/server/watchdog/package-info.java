/** What is dead. */
@NullMarked
package io.rrrspec.server.watchdog;

import org.jspecify.annotations.NullMarked;
