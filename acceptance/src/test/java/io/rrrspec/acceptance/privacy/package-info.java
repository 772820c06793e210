/** What another user of the machine gets to see of ours: nothing. */
@NullMarked
package io.rrrspec.acceptance.privacy;

import org.jspecify.annotations.NullMarked;
