/** The command lines of rsync with which clients send sources and workers fetch them. */
@NullMarked
package io.rrrspec.common.rsync;

import org.jspecify.annotations.NullMarked;
