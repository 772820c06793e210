package io.rrrspec.common.store;

import io.rrrspec.common.queue.Job;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes out of queues what can never be served and would stand before what can. Only damage in
 * Redis leads to such: every script takes a job out of its queue in the step in which it ends.
 */
public final class UnservableJobs {
  private static final Logger log = LoggerFactory.getLogger(UnservableJobs.class);

  private static final int AT_ONCE = 10_000;

  private final RedisConnection redis;
  private final Keys keys;
  private final JobStore jobs;

  public UnservableJobs(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
    this.jobs = new JobStore(redis, keys);
  }

  /**
   * Looks at the jobs that would be served next, and says in one line how many it has taken out:
   * what is no number of a job, and jobs that are gone, do not wait or name no run.
   *
   * @param queue the serial number of the queue
   * @param most how many of the first members at least; 1 or more
   */
  public void drop(int queue, int most) {
    try {
      // Many at once, if there are any: they are said in one line.
      int looked = Math.max(most, AT_ONCE);
      List<String> members = redis.commands().zrange(keys.waitingJobs(queue), 0, looked - 1);
      List<String> unservable = unservable(members);
      if (!unservable.isEmpty()) {
        redis.commands().zrem(keys.waitingJobs(queue), unservable.toArray(String[]::new));
        RawMembers.remove(redis, keys.waitingJobs(queue), unservable);
        log.error(
            "{}: {} of its first {} entries are no jobs that wait, and were taken out",
            keys.waitingJobs(queue),
            unservable.size(),
            members.size());
      }
    } catch (RuntimeException e) {
      // As if nothing waited there: other queues are served.
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
    }
  }

  private List<String> unservable(List<String> members) {
    List<String> unservable = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    for (String member : members) {
      Long number = Fields.parseLong(member);
      if (number != null && member.equals(String.format(Locale.ROOT, "%015d", number))) {
        numbers.add(number);
      } else {
        unservable.add(member);
      }
    }
    List<@Nullable Job> found = jobs.find(numbers);
    for (int i = 0; i < found.size(); i++) {
      Job job = found.get(i);
      if (job == null || !jobs.canBeServed(job)) {
        if (job != null && job.status() == Job.Status.WAITING) {
          // It ends as a job that somebody did not want, and goes after a day.
          jobs.cancel(job.number());
        }
        unservable.add(String.format(Locale.ROOT, "%015d", numbers.get(i)));
      }
    }
    return unservable;
  }
}
