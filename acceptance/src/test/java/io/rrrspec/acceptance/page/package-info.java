/** Pages of docs whose examples are run as they are written. */
@NullMarked
package io.rrrspec.acceptance.page;

import org.jspecify.annotations.NullMarked;
