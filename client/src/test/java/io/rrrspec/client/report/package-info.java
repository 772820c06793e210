@NullMarked
package io.rrrspec.client.report;

import org.jspecify.annotations.NullMarked;
