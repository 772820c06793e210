package io.rrrspec.persister.viewer.timeline;

/**
 * The start of a slave's JVM, in a run of several launches. Times are in milliseconds since the
 * run's beginning.
 *
 * @param slave the key of the slave
 * @param launch the name of the launch that the JVM serves
 * @param from when the worker began to start the JVM; 0 or more
 * @param to when the JVM took its first task; if it took none, when it ended or the run's end
 * @param end when the JVM ended; the run's end if that is unknown; {@code to} or more
 * @param ready whether the JVM took a task
 */
public record JvmStart(String slave, String launch, long from, long to, long end, boolean ready)
    implements TimelineBar {}
