/** The engine of flows: executes tasks of types that are registered by name. */
@NullMarked
package io.rrrspec.server.flow;

import org.jspecify.annotations.NullMarked;
