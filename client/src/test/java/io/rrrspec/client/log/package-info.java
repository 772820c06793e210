@NullMarked
package io.rrrspec.client.log;

import org.jspecify.annotations.NullMarked;
