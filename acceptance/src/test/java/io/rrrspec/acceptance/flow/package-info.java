/** The worked examples of docs/flows.md with real processes. */
@NullMarked
package io.rrrspec.acceptance.flow;

import org.jspecify.annotations.NullMarked;
