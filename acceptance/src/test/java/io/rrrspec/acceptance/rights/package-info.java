/** Parts that log in at Redis as users of their own, and by TLS. */
@NullMarked
package io.rrrspec.acceptance.rights;

import org.jspecify.annotations.NullMarked;
