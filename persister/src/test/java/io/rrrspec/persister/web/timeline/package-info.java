@NullMarked
package io.rrrspec.persister.web.timeline;

import org.jspecify.annotations.NullMarked;
