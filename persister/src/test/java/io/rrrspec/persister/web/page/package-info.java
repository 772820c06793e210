@NullMarked
package io.rrrspec.persister.web.page;

import org.jspecify.annotations.NullMarked;
