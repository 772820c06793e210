/**
 * What a run looks like to people and to build servers: progress, the final table, JUnit XML. All
 * of it works on records and knows neither Redis nor the wire.
 */
@NullMarked
package io.rrrspec.client.report;

import org.jspecify.annotations.NullMarked;
