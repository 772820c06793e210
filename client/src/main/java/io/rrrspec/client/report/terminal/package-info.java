/** Writes to a terminal: its width, colours, columns, and the words that several texts share. */
@NullMarked
package io.rrrspec.client.report.terminal;

import org.jspecify.annotations.NullMarked;
