package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.persister.record.database.Database;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What all parts of one simulation share. */
final class World {
  private final Agenda agenda;
  private final Chance chance;
  private final Weather weather;
  private final SimulatedRedis redis;
  private final Keys keys = new Keys("sim");
  private final History history;
  private final Recoveries recoveries;
  private final Truth truth;
  private final Database database;
  private final Path runtimeDir;
  private final List<SimSlave> waiting = new ArrayList<>();
  private final Set<String> lists = new TreeSet<>();
  private int slavesMore;
  private final Placements placements;
  private Snapshot seen = new Snapshot("queues\t0\t0\t0");
  private String actor = "";

  World(
      Agenda agenda,
      Chance chance,
      Weather weather,
      SimulatedRedis redis,
      Truth truth,
      Stage stage) {
    this.agenda = agenda;
    this.chance = chance;
    this.weather = weather;
    this.redis = redis;
    this.truth = truth;
    this.database = stage.database();
    this.runtimeDir = stage.runtimeDir();
    this.history = new History(agenda);
    this.recoveries = new Recoveries(agenda);
    this.placements = new Placements(this);
  }

  Agenda agenda() {
    return agenda;
  }

  Chance chance() {
    return chance;
  }

  Weather weather() {
    return weather;
  }

  RedisConnection redis() {
    return redis.connection();
  }

  SimulatedRedis simulatedRedis() {
    return redis;
  }

  Keys keys() {
    return keys;
  }

  History history() {
    return history;
  }

  Recoveries recoveries() {
    return recoveries;
  }

  /** Which workers get runs. */
  Placements placements() {
    return placements;
  }

  /** A worker has started a slave beyond its usual number. */
  void countSlaveMore() {
    slavesMore++;
  }

  /** How many of these were started. */
  int slavesMore() {
    return slavesMore;
  }

  Truth truth() {
    return truth;
  }

  Database database() {
    return database;
  }

  Path runtimeDir() {
    return runtimeDir;
  }

  /** Slaves that wait to be woken. */
  List<SimSlave> waiting() {
    return waiting;
  }

  /** Lists whose length is to be looked at. */
  Set<String> lists() {
    return lists;
  }

  /** What was seen last. */
  Snapshot seen() {
    return seen;
  }

  void saw(Snapshot snapshot) {
    seen = snapshot;
  }

  /** A process does something now. */
  void enter(SimProcess process, String what) {
    actor = process.name() + " " + what;
    weather.acts(process);
  }

  void leave() {
    weather.acts(null);
  }

  /** Who did something last. */
  String actor() {
    return actor;
  }

  /** A process dies in the middle of what it does. */
  void diedIn(SimProcess process, String where) {
    weather.count(process.deathIs());
    history.note(process.name() + " dies in " + where);
    process.end();
  }
}
