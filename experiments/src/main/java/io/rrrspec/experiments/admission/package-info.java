/** What a look at queues costs. */
@NullMarked
package io.rrrspec.experiments.admission;

import org.jspecify.annotations.NullMarked;
