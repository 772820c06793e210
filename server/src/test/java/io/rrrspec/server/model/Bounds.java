package io.rrrspec.server.model;

import java.util.List;

/** How large a model is, and what may go wrong in it. */
final class Bounds {
  final String name;

  /** Workers of ours, each on a host of its own. */
  int workers = 1;

  int slavesEach = 1;
  int foreignSlaves;

  /** One for all servers that live, and one for each that may be stopped at the same time. */
  int servers = 1;

  /** What people count: the parts of a class are tasks besides. */
  int tasks = 1;

  int maxTrials = 1;

  /** In how many parts the first task runs, which is a class then; 0: it is whole. */
  int parts;

  /** Whether a part may refuse, or report what does not fit. */
  boolean oddParts;

  /** After so many failed tasks nothing begins any more; 0: everything is run. */
  int failFast;

  /** How many processes may die, be cut off or stand still. */
  int crashes;

  /** How many answers may be lost, and how many of the calls may arrive later than their repeat. */
  int lostAnswers;

  /** How many messages may be doubled. */
  int duplicates;

  /** How many cancel messages a client may send. */
  int cancels;

  int badSetUps;

  /** How often Redis may lose what was written last, and how many steps ago at most that was. */
  int losses;

  int window;

  /** Whether running tasks may get a second trial. */
  boolean copies;

  /** Whether a test may also end as pending. */
  boolean skips;

  /** Whether classes that fail after others are looked at again. */
  boolean looks;

  /** Whether such a class fails all the same. */
  boolean looksFail;

  /** Whether no test is free: the second one fails if the first one has run in its JVM. */
  boolean victim;

  /** Whether every test fails. */
  boolean allFail;

  /** How many retries the run has; negative: no limit. */
  int budget = -1;

  /**
   * Whether the second task is known to fail after the first one, and whether that is confirmed.
   */
  boolean apart;

  boolean apartConfirmed;

  /** Whether the watchdog may act on what it saw some time ago. */
  boolean staleLooks;

  /** Whether workers begin idle, so that the dispatcher has to give them away. */
  boolean idleStart;

  private Bounds(String name) {
    this.name = name;
  }

  /** One worker with one slave, one server, one task, one trial, and nothing goes wrong. */
  static Bounds of(String name) {
    return new Bounds(name);
  }

  Bounds workers(int count, int slavesOfEach) {
    workers = count;
    slavesEach = slavesOfEach;
    return this;
  }

  Bounds foreignSlaves(int count) {
    foreignSlaves = count;
    return this;
  }

  Bounds servers(int count) {
    servers = count;
    return this;
  }

  Bounds tasks(int count, int trials) {
    tasks = count;
    maxTrials = trials;
    return this;
  }

  /** The first task is a class that runs in so many parts. */
  Bounds inParts(int count) {
    parts = count;
    return this;
  }

  /** The same, of which each may refuse, or report what does not fit. */
  Bounds inOddParts(int count) {
    oddParts = true;
    return inParts(count);
  }

  Bounds faults(int crashCount, int lostAnswerCount, int duplicateCount) {
    crashes = crashCount;
    lostAnswers = lostAnswerCount;
    duplicates = duplicateCount;
    return this;
  }

  Bounds cancelled() {
    cancels = 1;
    return this;
  }

  Bounds dispatched(int failingSetUps) {
    idleStart = true;
    badSetUps = failingSetUps;
    return this;
  }

  Bounds losesWrites(int steps) {
    losses = 1;
    window = steps;
    return this;
  }

  Bounds failFast(int failedTasks) {
    failFast = failedTasks;
    return this;
  }

  Bounds withCopies() {
    copies = true;
    return this;
  }

  Bounds withSkips() {
    skips = true;
    return this;
  }

  Bounds looksAgain() {
    looks = true;
    return this;
  }

  /** The last task fails where the first one has run before, and all others pass. */
  Bounds victim() {
    victim = true;
    return looksAgain();
  }

  Bounds allFail() {
    allFail = true;
    return looksAgain();
  }

  Bounds looksFail() {
    looksFail = true;
    return looksAgain();
  }

  Bounds budget(int retries) {
    budget = retries;
    return this;
  }

  /** The second task fails after the first one. */
  Bounds knownPair(boolean confirmed) {
    apart = true;
    apartConfirmed = confirmed;
    return looksAgain();
  }

  /** After which tasks this one is known to fail. */
  List<Integer> culprits(int task) {
    return apart && task == 1 ? List.of(0) : List.of();
  }

  /** How many tasks there are, with the parts, which are the last ones. */
  int allTasks() {
    return tasks + parts;
  }

  boolean isPart(int task) {
    return task >= tasks;
  }

  /** Whether a task is a class that runs in parts. */
  boolean isDivided(int task) {
    return parts > 0 && task == PartScripts.CLASS;
  }

  /** Whether it matters what a JVM has run. */
  boolean knowsWhatRan() {
    return looks || parts > 0;
  }

  /** A task in words. */
  String task(int task) {
    return isPart(task) ? "part " + (task - tasks + 1) : "task " + task;
  }

  Bounds withStaleLooks() {
    staleLooks = true;
    return this;
  }

  /** How many places for slaves there are, those of a foreign implementation last. */
  int places() {
    return workers * slavesEach + foreignSlaves;
  }

  /** The worker of a place, or {@link World#NONE} for a foreign one. */
  int workerOf(int place) {
    return place < workers * slavesEach ? place / slavesEach : World.NONE;
  }

  boolean isForeign(int place) {
    return workerOf(place) == World.NONE;
  }

  @Override
  public String toString() {
    return String.format(
        "%s: %d workers x %d slaves%s, %d servers, %d tasks, max_trials %d; %d crashes, %d lost"
            + " answers, %d doubled messages%s%s%s%s%s%s%s%s%s",
        name,
        workers,
        slavesEach,
        foreignSlaves == 0 ? "" : " + " + foreignSlaves + " foreign",
        servers,
        tasks,
        maxTrials,
        crashes,
        lostAnswers,
        duplicates,
        cancels == 0 ? "" : ", a cancel",
        badSetUps == 0 ? "" : ", " + badSetUps + " bad set-ups",
        copies ? ", copies" : "",
        parts == 0 ? "" : ", one in " + parts + (oddParts ? " odd parts" : " parts"),
        failFast == 0 ? "" : ", fail_fast " + failFast,
        victim ? ", a class that fails after another" : looks ? ", looks again" : "",
        apart ? ", a known pair" : "",
        budget < 0 ? "" : ", a budget of " + budget,
        losses == 0 ? "" : ", the writes of up to " + window + " steps are lost");
  }
}
