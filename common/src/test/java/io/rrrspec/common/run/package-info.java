/** Values that are read off runs. */
@NullMarked
package io.rrrspec.common.run;

import org.jspecify.annotations.NullMarked;
