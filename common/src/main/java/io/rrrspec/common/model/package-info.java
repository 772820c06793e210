/**
 * Records and status enums of what the parts talk about: tasksets, tasks, trials, slaves, workers.
 */
@NullMarked
package io.rrrspec.common.model;

import org.jspecify.annotations.NullMarked;
