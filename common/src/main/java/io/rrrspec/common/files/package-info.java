/** Files and directories that only this user may read. */
@NullMarked
package io.rrrspec.common.files;

import org.jspecify.annotations.NullMarked;
