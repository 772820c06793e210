'use strict';
// A program that serves pools of flows with the other implementation, and starts graphs in them. It takes a JSON object a
// line: {"start": STEP}, {"cancel": ID}, {"get": ID}; and writes one a line: what it did, and what its tasks do.
// Usage: node peer.js REDIS_URL NAMESPACE POOL[,POOL…]; a pool '-' serves nothing. With PEER_QUIET set, ends are not told.

const Queue = require(require.resolve('idoit', { paths: [ process.env.NODE_PATH || __dirname ] }));
const [ redisURL, ns, pools ] = process.argv.slice(2);
const queue = new Queue({ redisURL, ns, pool: pools === '-' ? 'nobody' : pools.split(',') });

const say = what => process.stdout.write(JSON.stringify(what) + '\n');
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

queue.on('error', err => say({ error: String(err.message || err) }));
if (!process.env.PEER_QUIET) queue.on('task:end', event => say({ end: event.id }));

queue.registerTask({ name: 'multiply', retryDelay: 100, process: (...factors) => {
  const product = factors.flat().reduce((a, b) => a * b, 1);
  say({ executed: 'multiply', args: factors });
  return product;
} });
queue.registerTask({ name: 'fail', retryDelay: 10, process: () => { throw new Error('on purpose in Node'); } });
queue.registerTask({ name: 'slow', timeout: 8000, retry: 5, retryDelay: 100, process: async ms => {
  say({ executed: 'slow', args: [ ms ] });
  await pause(ms);
  return ms;
} });
queue.registerTask({ name: 'echo', process: value => value });
queue.registerTask({ name: 'noop', pool: 'bench', process: () => {} });

// Children 1 to `all`, two at once, in a pool.
queue.registerTask({ name: 'numbers', baseClass: Queue.IteratorTemplate, async iterate(state) {
  const [ all, pool, type, batch ] = this.args;
  const begun = state || 0;
  if (begun === all) return null;
  if (this.children_created - this.children_finished >= batch) return {};
  const tasks = [];
  for (let i = begun; i < Math.min(all, begun + batch); i++) tasks.push(queue[type](i + 1).options({ pool }));
  return { state: begun + tasks.length, tasks };
} });

function build(step) {
  let task;
  if (step.chain) task = queue.chain(step.chain.map(build));
  else if (step.group) task = queue.group(step.group.map(build));
  else task = queue[step.task](...(step.args || []));
  const options = {};
  for (const name of [ 'pool', 'removeDelay', 'total' ]) if (name in step) options[name] = step[name];
  return task.options(options);
}

async function obey(line) {
  const order = JSON.parse(line);
  if (order.start) say({ started: await build(order.start).run() });
  if (order.cancel) { await queue.cancel(order.cancel); say({ cancelled: order.cancel }); }
  if (order.get) {
    const task = await queue.getTask(order.get);
    say({ got: task && { state: task.state, result: task.result, error: task.error } });
  }
}

require('readline').createInterface({ input: process.stdin })
  .on('line', line => obey(line).catch(err => say({ refused: String(err.message || err) })))
  .on('close', () => process.exit(0));

queue.ready().then(() => pools === '-' ? null : queue.start()).then(() => say({ ready: true }));
