@NullMarked
package io.rrrspec.client.acceptance;

import org.jspecify.annotations.NullMarked;
