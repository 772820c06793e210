/** The actors of servers, stepped by hand. */
@NullMarked
package io.rrrspec.server;

import org.jspecify.annotations.NullMarked;
