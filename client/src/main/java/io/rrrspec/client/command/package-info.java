/** The commands of the client: they parse, check and hand over. */
@NullMarked
package io.rrrspec.client.command;

import org.jspecify.annotations.NullMarked;
