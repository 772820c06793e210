/**
 * On which worker something runs: where its result lies, else where its inputs lie, else anywhere.
 */
@NullMarked
package io.rrrspec.server.placement;

import org.jspecify.annotations.NullMarked;
