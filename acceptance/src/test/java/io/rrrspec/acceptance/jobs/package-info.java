/** Jobs on real servers and workers. */
@NullMarked
package io.rrrspec.acceptance.jobs;

import org.jspecify.annotations.NullMarked;
