@NullMarked
package io.rrrspec.client.launcher;

import org.jspecify.annotations.NullMarked;
