@NullMarked
package io.rrrspec.persister.record.project;

import org.jspecify.annotations.NullMarked;
