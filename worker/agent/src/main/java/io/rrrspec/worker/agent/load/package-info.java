/** How many slaves a worker runs when nobody has told it a number. */
@NullMarked
package io.rrrspec.worker.agent.load;

import org.jspecify.annotations.NullMarked;
