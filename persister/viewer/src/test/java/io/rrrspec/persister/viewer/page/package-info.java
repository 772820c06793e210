@NullMarked
package io.rrrspec.persister.viewer.page;

import org.jspecify.annotations.NullMarked;
