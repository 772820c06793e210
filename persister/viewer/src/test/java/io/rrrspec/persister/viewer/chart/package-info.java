@NullMarked
package io.rrrspec.persister.viewer.chart;

import org.jspecify.annotations.NullMarked;
