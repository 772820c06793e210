/**
 * The file of a flow: what it has in it, and how it is read. The format is docs/flow.schema.json.
 *
 * <p>Start at {@link io.rrrspec.common.flow.file.FlowFile#read}.
 */
@NullMarked
package io.rrrspec.common.flow.file;

import org.jspecify.annotations.NullMarked;
