/** Where the time of a run goes, by the sampling profiler of the runtime. */
import { Session } from 'node:inspector/promises';

const INTERVAL_US = 200;
/** What the runtime does beside the program's functions, and what belongs to the profiler. */
const OWN = ['(root)', '(idle)', 'dispatch'];

/** The functions that took most of the time themselves, with their shares of it. */
export async function hottest(run, { rounds, most = 8 }) {
  for (let round = 0; round < rounds / 4; round++) await run();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.post('Profiler.start');
  for (let round = 0; round < rounds; round++) await run();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map();
  let total = 0;
  profile.samples.forEach((id, i) => {
    const name = nameOf(frames.get(id));
    if (name === undefined) return;
    const time = profile.timeDeltas[i];
    times.set(name, (times.get(name) ?? 0) + time);
    total += time;
  });
  const sorted = [...times].sort((a, b) => b[1] - a[1]).slice(0, most);
  return sorted.map(([name, time]) => ({ name, share: (100 * time) / total }));
}

function nameOf({ functionName, url }) {
  if (OWN.includes(functionName)) return undefined;
  if (functionName.startsWith('wasm-function')) return 'the WebAssembly module';
  const place = url.startsWith('node:')
    ? url
    : /\/(dist|bench)\/[^/]*/.exec(url)
      ? url.replace(/.*\/(dist|bench)\/.*/, '$1')
      : '';
  const name = functionName === '' ? '(anonymous)' : functionName;
  return place === '' ? name : `${name}, ${place === 'dist' ? 'millrace' : place}`;
}
