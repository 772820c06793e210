package io.rrrspec.experiments.estimates;

/**
 * What happens to the classes of a generated history. Shares are between 0 and 1.
 *
 * @param kind its name
 * @param rising share of classes that become 1 to 4 % slower with each run
 * @param falling share of classes that become 1 to 4 % faster with each run
 * @param jumping share of classes that become three times as slow for good, in one run
 * @param outliers share of runs of a class that take 5 to 20 times as long
 * @param slowHosts share of runs of a class on a host that takes 2.5 times as long
 * @param bimodal share of classes of which every third run takes four times as long
 * @param churn share of classes that are new in each run; half as many go, half as many are renamed
 */
record Weather(
    String kind,
    double rising,
    double falling,
    double jumping,
    double outliers,
    double slowHosts,
    double bimodal,
    double churn) {
  static final Weather STABLE = new Weather("stable", 0, 0, 0, 0, 0, 0, 0);
  static final Weather RISING = new Weather("drift upward", 0.5, 0, 0, 0, 0, 0, 0);
  static final Weather FALLING = new Weather("drift downward", 0, 0.5, 0, 0, 0, 0, 0);
  static final Weather BOTH = new Weather("drift both ways", 0.33, 0.33, 0, 0, 0, 0, 0);
  static final Weather JUMP = new Weather("jump to 3 x", 0, 0, 0.2, 0, 0, 0, 0);
  static final Weather OUTLIERS = new Weather("outliers", 0, 0, 0, 0.02, 0, 0, 0);
  static final Weather HOSTS = new Weather("two kinds of hosts", 0, 0, 0, 0, 0.3, 0, 0);
  static final Weather BIMODAL = new Weather("bimodal classes", 0, 0, 0, 0, 0, 0.2, 0);
  static final Weather CHURN = new Weather("new and renamed", 0, 0, 0, 0, 0, 0, 0.02);
  static final Weather MIXED = new Weather("all of it", 0.15, 0.1, 0.1, 0.01, 0.1, 0.05, 0.01);

  static Weather[] all() {
    return new Weather[] {
      STABLE, RISING, FALLING, BOTH, JUMP, OUTLIERS, HOSTS, BIMODAL, CHURN, MIXED
    };
  }
}
