@NullMarked
package io.rrrspec.persister.web;

import org.jspecify.annotations.NullMarked;
