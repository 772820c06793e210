/** The pages of one run as files that open without a viewer. */
@NullMarked
package io.rrrspec.persister.viewer.report;

import org.jspecify.annotations.NullMarked;
