/** Writes what build servers show: annotations in the sources and a summary. */
@NullMarked
package io.rrrspec.client.report.ci;

import org.jspecify.annotations.NullMarked;
