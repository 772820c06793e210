/** Flows: the list, the graph of one, and what both read. */
@NullMarked
package io.rrrspec.persister.viewer.flow;

import org.jspecify.annotations.NullMarked;
