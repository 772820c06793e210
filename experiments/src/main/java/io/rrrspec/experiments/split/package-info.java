/** Whether the parts of a class are the class: published suites run whole and in random parts. */
@NullMarked
package io.rrrspec.experiments.split;

import org.jspecify.annotations.NullMarked;
