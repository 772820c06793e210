package io.rrrspec.client.remote;

import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.flow.file.FlowFile;

/**
 * What {@code flow run} was asked for.
 *
 * @param id of the flow
 * @param file with the values of its variables
 * @param sources of the settings
 * @param user who asks
 * @param waits whether to wait for the end
 * @param noCache whether each step is run, also where a worker has its result
 */
public record FlowRequest(
    String id,
    FlowFile file,
    SettingsSources sources,
    String user,
    boolean waits,
    boolean noCache) {}
