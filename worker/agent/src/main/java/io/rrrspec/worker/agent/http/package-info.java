/** Where a worker gives artifacts to other workers. */
@NullMarked
package io.rrrspec.worker.agent.http;

import org.jspecify.annotations.NullMarked;
