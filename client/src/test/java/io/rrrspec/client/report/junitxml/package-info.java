/** Tests of the package. */
@NullMarked
package io.rrrspec.client.report.junitxml;

import org.jspecify.annotations.NullMarked;
