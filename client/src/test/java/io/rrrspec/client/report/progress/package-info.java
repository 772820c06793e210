/** Tests of the package. */
@NullMarked
package io.rrrspec.client.report.progress;

import org.jspecify.annotations.NullMarked;
