/**
 * Settings: one table of every key, read from file, environment and options into records.
 *
 * <p>Start at {@link io.rrrspec.common.config.SettingsTable} for the keys and at {@link
 * io.rrrspec.common.config.Settings#load} for how they are read.
 */
@NullMarked
package io.rrrspec.common.config;

import org.jspecify.annotations.NullMarked;
