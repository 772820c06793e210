/** Pictures of many runs, made on the server: they need no script. */
@NullMarked
package io.rrrspec.persister.viewer.chart;

import org.jspecify.annotations.NullMarked;
