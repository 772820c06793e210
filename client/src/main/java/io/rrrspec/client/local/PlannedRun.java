package io.rrrspec.client.local;

import io.rrrspec.common.model.RunWay;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run on one machine is going to do.
 *
 * @param tasks what it runs, in the order in which that is served
 * @param jvms in which kinds of JVM
 * @param plain whether it is plain
 * @param way how it uses the machine; null if somebody has said how, or it is no run of the whole
 *     project
 */
record PlannedRun(
    List<TaskRequest> tasks, JvmChoice jvms, PlainChoice plain, @Nullable RunWay way) {}
