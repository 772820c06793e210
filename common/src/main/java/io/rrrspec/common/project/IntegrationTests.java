package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * What is special about an execution of Failsafe.
 *
 * @param reportsDirectory absolute path of the directory that Failsafe writes its XML reports to;
 *     empty if it writes none
 * @param summaryFile absolute path of the file that Failsafe's <code>verify</code> reads
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record IntegrationTests(String reportsDirectory, String summaryFile) {}
