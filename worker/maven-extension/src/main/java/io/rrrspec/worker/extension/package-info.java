/**
 * What runs inside the Maven of a project: it reads what Surefire would have been told, and keeps
 * it from running. It is packed into a jar of its own and uses nothing that Maven does not bring.
 */
@NullMarked
package io.rrrspec.worker.extension;

import org.jspecify.annotations.NullMarked;
