/** How good the rule is by which slaves change launches: generated reactors are served by it. */
@NullMarked
package io.rrrspec.experiments.launch;

import org.jspecify.annotations.NullMarked;
