/** Tests of the file of a flow. */
@NullMarked
package io.rrrspec.common.flow.file;

import org.jspecify.annotations.NullMarked;
