/** JSON where a slave starts: read and written without what a mapper loads. */
@NullMarked
package io.rrrspec.common.json;

import org.jspecify.annotations.NullMarked;
