/** What flows cost: memory, large groups, and tasks per second beside the npm package. */
@NullMarked
package io.rrrspec.experiments.flow;

import org.jspecify.annotations.NullMarked;
