/** What tests of all modules share: a real Redis, and makers of records. */
@NullMarked
package io.rrrspec.testing;

import org.jspecify.annotations.NullMarked;
