/**
 * Real processes, started as users start them, and what happens to them at random moments: what the
 * installation makes of that, and how long it takes.
 */
@NullMarked
package io.rrrspec.experiments.chaos;

import org.jspecify.annotations.NullMarked;
