@NullMarked
package io.rrrspec.acceptance.run;

import org.jspecify.annotations.NullMarked;
