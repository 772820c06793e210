@NullMarked
package io.rrrspec.acceptance.launcher;

import org.jspecify.annotations.NullMarked;
