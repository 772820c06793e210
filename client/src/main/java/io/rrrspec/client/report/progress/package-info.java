/** Shows how far a run is, in a block that is drawn again or line by line. */
@NullMarked
package io.rrrspec.client.report.progress;

import org.jspecify.annotations.NullMarked;
