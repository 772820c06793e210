@NullMarked
package io.rrrspec.client.report.terminal;

import org.jspecify.annotations.NullMarked;
