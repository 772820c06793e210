package io.rrrspec.client.remote;

import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.flow.file.FlowFile;

/**
 * What {@code flow run} was asked for.
 *
 * @param file with the values of its variables
 * @param sources of the settings
 * @param user who asks
 * @param waits whether to wait for the end
 */
public record FlowRequest(FlowFile file, SettingsSources sources, String user, boolean waits) {}
