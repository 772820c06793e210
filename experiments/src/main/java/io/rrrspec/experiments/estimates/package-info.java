/** Which statistic foretells best what a class will take: histories are replayed, run by run. */
@NullMarked
package io.rrrspec.experiments.estimates;

import org.jspecify.annotations.NullMarked;
