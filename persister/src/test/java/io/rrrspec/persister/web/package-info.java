/** The viewer as it is asked over HTTP. */
@NullMarked
package io.rrrspec.persister.web;

import org.jspecify.annotations.NullMarked;
