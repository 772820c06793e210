/** What server and persister have in common as members of one installation. */
@NullMarked
package io.rrrspec.common.service;

import org.jspecify.annotations.NullMarked;
