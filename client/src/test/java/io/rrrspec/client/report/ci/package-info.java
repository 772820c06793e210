/** Tests of the package. */
@NullMarked
package io.rrrspec.client.report.ci;

import org.jspecify.annotations.NullMarked;
