package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The timeline as it is drawn. Places across are in percent, so that it fits every window; places
 * down in pixels.
 *
 * @param height of all
 * @param rows from above
 * @param bars what lies on them
 * @param areas the use of processors below the slaves of each worker
 * @param ticks the axis
 * @param marks moments of the run
 * @param hidden how many slaves there are that are not drawn
 * @param launches the colours of the bands below the bars; none if no band is drawn
 */
public record TimelineDrawing(
    int height,
    List<Row> rows,
    List<Bar> bars,
    List<Area> areas,
    List<Tick> ticks,
    List<Mark> marks,
    int hidden,
    LaunchColours launches) {
  /** Above the rows. */
  public static final int HEAD = 48;

  /** Of a row; the style of the names beside them knows it, too. */
  public static final int ROW = 20;

  private static final int PIXELS = 1_000;

  /** Each takes three elements of the page. */
  private static final int BARS = 1_200;

  private static final int SLAVES = 200;

  /** Bands of single JVMs; where there are more, they would be too narrow to tell apart. */
  private static final int BANDS = 200;

  /** In narrower blocks no name can be read. */
  private static final double LABEL_PERCENT = 5;

  private static final int TICKS = 6;
  private static final long[] STEPS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600};

  /**
   * A worker or one of its slaves.
   *
   * @param worker whether it is the worker
   * @param label short
   * @param title long
   * @param href its log; empty if there is none
   */
  public record Row(boolean worker, String label, String title, String href) {}

  /**
   * A block.
   *
   * @param look the name of its style
   * @param x where it begins, in percent
   * @param width in percent
   * @param y where it begins, in pixels
   * @param height in pixels
   * @param title what it is
   * @param href what tells more of it; empty: nothing
   * @param label what stands in it, as far as there is room; may be empty
   */
  public record Bar(
      String look,
      double x,
      double width,
      int y,
      int height,
      String title,
      String href,
      String label) {}

  /**
   * A row with the use of processors over time, as wide as the drawing.
   *
   * @param y where it begins, in pixels
   * @param height in pixels
   * @param length how many milliseconds the drawing shows
   * @param points corners of the area: milliseconds from the left and percent from above
   * @param title what it is
   */
  public record Area(int y, int height, long length, String points, String title) {}

  /**
   * A place on the axis.
   *
   * @param x where, in percent
   * @param label its time
   */
  public record Tick(double x, String label) {}

  /**
   * A moment.
   *
   * @param look the name of its style
   * @param x where, in percent
   * @param label what it is
   * @param left whether there is no room for that on the right
   */
  public record Mark(String look, double x, String label, boolean left) {}

  /** Draws a part of a run. */
  public static TimelineDrawing of(RunTimes run, TimeRange section, String id) {
    return new Artist(run, section, id).draw();
  }

  private static final class Artist {
    final RunTimes run;
    final TimeRange section;
    final String address;
    final List<Row> rows = new ArrayList<>();
    final List<Bar> bars = new ArrayList<>();
    final List<Area> areas = new ArrayList<>();
    final List<SlaveRow> seats = new ArrayList<>();
    final List<Integer> places = new ArrayList<>();

    Artist(RunTimes run, TimeRange section, String id) {
      this.run = run;
      this.section = section;
      this.address = "/runs/" + id;
    }

    TimelineDrawing draw() {
      for (WorkerRow team : run.teams()) {
        if (seats.size() < SLAVES && rows.size() < 2 * SLAVES) {
          draw(team);
        }
      }
      List<List<TimelineBar>> seen = new ArrayList<>();
      seats.forEach(seat -> seen.add(seat.bars().filter(this::isSeen).toList()));
      // Where JVMs start a place may be shared by two bars.
      int most = seats.stream().allMatch(seat -> seat.starts().isEmpty()) ? BARS : BARS / 2;
      List<List<MergedBars>> merged = MergedBars.rows(seen, section.length() / PIXELS, most);
      for (int i = 0; i < merged.size(); i++) {
        int y = places.get(i);
        merged.get(i).forEach(one -> draw(one, y));
      }
      LaunchColours colours = drawBands();
      int height = HEAD + rows.size() * ROW;
      return new TimelineDrawing(
          height, rows, bars, areas, ticks(), marks(), run.seats().size() - seats.size(), colours);
    }

    private boolean isSeen(TimelineBar bar) {
      return section.overlaps(bar.from(), bar.to());
    }

    /** Below the bars: which launch a JVM serves, from its start to its end. */
    private LaunchColours drawBands() {
      LaunchColours colours = LaunchColours.of(run, section);
      List<Bar> bands = new ArrayList<>();
      for (int i = 0; i < seats.size(); i++) {
        for (JvmStart jvm : seats.get(i).starts()) {
          if (section.overlaps(jvm.from(), jvm.end())) {
            double x = section.place(jvm.from());
            String look = colours.look(jvm.launch());
            String title = "JVM of " + jvm.launch() + ", " + times(jvm.from(), jvm.end());
            int y = places.get(i) + 17;
            bands.add(new Bar(look, x, width(x, jvm.end()), y, 3, title, "", ""));
          }
        }
      }
      if (bands.isEmpty() || bands.size() > BANDS) {
        return LaunchColours.NONE;
      }
      bars.addAll(bands);
      return colours;
    }

    private void draw(WorkerRow team) {
      String name = DisplayText.worker(team.worker());
      int y = HEAD + rows.size() * ROW;
      String log =
          team.log().isEmpty() ? "" : address + "/worker-log?key=" + DisplayText.query(team.log());
      rows.add(new Row(true, name, name, log));
      span("sync", team.came(), team.synced(), y + 7, 6, name + ": sync", log);
      span("setup", team.synced(), team.ready(), y + 4, 12, name + ": set-up", log);
      for (SlaveRow seat : team.seats()) {
        if (seats.size() < SLAVES) {
          draw(team, seat);
        }
      }
      ProcessorBand band = team.processors();
      if (band != null && section.overlaps(band.from(), band.end())) {
        draw(team, band);
      }
    }

    private void draw(WorkerRow team, ProcessorBand band) {
      int y = HEAD + rows.size() * ROW;
      String title =
          "Processors of "
              + DisplayText.worker(team.worker())
              + " ("
              + band.processors()
              + "): busy for "
              + band.percentIn(section)
              + " % of this time";
      rows.add(new Row(false, "processors", title, ""));
      span("lane", Math.max(0, band.from()), band.end(), y + 2, 16, "", "");
      List<String> points = new ArrayList<>();
      points.add(across(band.from()) + ",100");
      for (int i = 0; i < band.busy().size(); i++) {
        String above = "," + (100 - band.busy().get(i));
        points.add(across(band.at(i)) + above);
        points.add(across(band.at(i + 1)) + above);
      }
      points.add(across(band.end()) + ",100");
      areas.add(new Area(y + 2, 16, section.length(), String.join(" ", points), title));
    }

    private long across(long at) {
      return Math.max(0, Math.min(section.length(), at - section.from()));
    }

    private void draw(WorkerRow team, SlaveRow seat) {
      int y = HEAD + rows.size() * ROW;
      String last = seat.slaves().get(seat.slaves().size() - 1);
      int count = seat.slaves().size();
      String label;
      String title;
      if (seat.place() >= 0) {
        label = "place " + seat.place() + " · " + DisplayText.count(count, "JVM");
        title =
            DisplayText.worker(team.worker())
                + ", "
                + label
                + ", the last one "
                + DisplayText.slave(last);
      } else {
        label =
            DisplayText.slave(last).replaceFirst("^.* · ", "")
                + (count == 1 ? "" : " +" + (count - 1));
        title = String.join(", then ", seat.slaves().stream().map(DisplayText::slave).toList());
      }
      rows.add(new Row(false, label, title, address + "/slave-log?key=" + DisplayText.query(last)));
      span("lane", seat.ready(), Math.max(team.left(), seat.busyUntil()), y + 2, 16, "", "");
      seats.add(seat);
      places.add(y);
    }

    private void span(
        String look, long from, long to, int y, int height, String title, String href) {
      if (to > from && to > section.from() && from < section.to()) {
        double x = section.place(from);
        String times = title.isEmpty() ? "" : title + ", " + times(from, to);
        bars.add(new Bar(look, x, width(x, to), y, height, times, href, ""));
      }
    }

    private double width(double x, long to) {
      double width = Math.max(100.0 / PIXELS, section.place(to) - x);
      return Math.round(width * 1_000) / 1_000.0;
    }

    private void draw(MergedBars merged, int y) {
      double x = section.place(merged.from());
      double width = width(x, merged.to());
      if (merged.count() > 1) {
        drawMerged(merged, x, width, y);
      } else if (merged.first() instanceof JvmStart start) {
        bars.add(bar(start, x, width, y));
      } else if (merged.first() instanceof TrialBar trial) {
        bars.add(bar(trial, x, width, y));
      }
    }

    /** Trials and starts of JVMs that lie too near share the place by the time that they took. */
    private void drawMerged(MergedBars merged, double x, double width, int y) {
      TimeRange near = new TimeRange(merged.from(), Math.max(merged.to(), merged.from() + 1));
      String closer = address + "/timeline?" + near.scaled(8, run.end()).query();
      List<String> parts = new ArrayList<>();
      if (merged.starts() > 0) {
        parts.add(
            DisplayText.count(merged.starts(), "JVM start")
                + " ("
                + DisplayText.duration(Duration.ofMillis(merged.started()))
                + ") for "
                + merged.launchNames());
      }
      if (merged.trials() > 0) {
        parts.add(DisplayText.count(merged.trials(), "trial"));
      }
      if (merged.failed() > 0) {
        parts.add(merged.failed() + " failed");
      }
      parts.add(times(merged.from(), merged.to()) + ": show them apart");
      String title = String.join(", ", parts);
      long took = merged.started() + merged.ran();
      double starting = width;
      if (merged.kind() != null) {
        starting = took == 0 ? 0 : Math.round(width * merged.started() / took * 1_000) / 1_000.0;
        bars.add(
            new Bar(
                DisplayText.lower(merged.kind()),
                x + starting,
                width - starting,
                y + 2,
                16,
                title,
                closer,
                ""));
      }
      if (merged.starts() > 0) {
        bars.add(new Bar("start", x, starting, y + 2, 16, title, closer, ""));
      }
    }

    private Bar bar(JvmStart start, double x, double width, int y) {
      String title =
          "JVM start for "
              + start.launch()
              + " on "
              + DisplayText.slave(start.slave())
              + ", "
              + times(start.from(), start.to())
              + (start.ready() ? "" : run.live() ? ", no trial yet" : ", no trial");
      String href = address + "/slave-log?key=" + DisplayText.query(start.slave());
      // The end of a path tells modules apart, and there is little room.
      String module = start.launch().substring(start.launch().lastIndexOf('/') + 1);
      String label = width < LABEL_PERCENT ? "" : DisplayText.beginning(module, 60);
      return new Bar("start", x, width, y + 2, 16, title, href, label);
    }

    private Bar bar(TrialBar block, double x, double width, int y) {
      String look = DisplayText.lower(block.kind());
      TrialBar.Of trial = block.trial();
      String title =
          trial.specFile()
              + " on "
              + DisplayText.slave(trial.slave())
              + ", "
              + times(block.from(), block.to())
              + ", "
              + DisplayText.verdict(block.state())
              + (block.refusal() == null ? "" : ": " + block.refusal())
              + (block.retry() ? ", retry" : "")
              + processorTime(block);
      String href =
          address + "/task?name=" + DisplayText.query(trial.task()) + "&trial=" + trial.trialNo();
      return block.retry()
          ? new Bar(look, x, width, y + 6, 8, title, href, "")
          : new Bar(look, x, width, y + 2, 16, title, href, label(trial, width));
    }

    private static String processorTime(TrialBar block) {
      return block.processorMillis() < 0
          ? ""
          : ", "
              + DisplayText.duration(Duration.ofMillis(block.processorMillis()))
              + " of processor time";
    }

    private static String label(TrialBar.Of trial, double width) {
      return width < LABEL_PERCENT
          ? ""
          : DisplayText.beginning(DisplayText.simple(trial.specFile()), 60);
    }

    private static String times(long from, long to) {
      return TimeRange.seconds(from)
          + " to "
          + TimeRange.seconds(to)
          + " s ("
          + DisplayText.duration(Duration.ofMillis(to - from))
          + ")";
    }

    private List<Tick> ticks() {
      long step = step();
      List<Tick> ticks = new ArrayList<>();
      for (long at = (section.from() + step - 1) / step * step; at <= section.to(); at += step) {
        ticks.add(new Tick(section.place(at), TimeRange.seconds(at) + " s"));
      }
      return ticks;
    }

    private long step() {
      long least = Math.max(1, section.length() / TICKS);
      for (long unit = 1; unit <= 100; unit *= 10) {
        for (int i = 0; i < 3; i++) {
          if (unit * STEPS[i] >= least) {
            return unit * STEPS[i];
          }
        }
      }
      for (long seconds : STEPS) {
        if (seconds * 1_000 >= least) {
          return seconds * 1_000;
        }
      }
      return (least / 3_600_000 + 1) * 3_600_000;
    }

    private List<Mark> marks() {
      List<Mark> marks = new ArrayList<>();
      if (!run.live()) {
        run.idealEnd()
            .filter(section::has)
            .ifPresent(ideal -> marks.add(mark("ideal", ideal, "ideal end ")));
      }
      if (section.has(run.end())) {
        marks.add(mark("end", run.end(), run.live() ? "now " : "end "));
      }
      return marks;
    }

    private Mark mark(String look, long at, String name) {
      double x = section.place(at);
      return new Mark(
          look, x, name + TimeRange.seconds(Math.round(at / 100.0) * 100) + " s", x > 50);
    }
  }
}
