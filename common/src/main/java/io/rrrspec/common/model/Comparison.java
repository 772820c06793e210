package io.rrrspec.common.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Two values that an assertion found to differ, as its throwable gives them, and not as they are
 * written in its message.
 *
 * @param expected the text of the expected value, bounded
 * @param actual the text of the value that came, bounded
 * @param message what the assertion said, if it is one of several that failed together; else null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Comparison(
    @JsonProperty("e") String expected,
    @JsonProperty("a") String actual,
    @JsonProperty("m") @Nullable String message) {}
