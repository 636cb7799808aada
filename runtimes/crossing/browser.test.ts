import { collect, TruncationPolicy, truncate } from 'millrace';
import { LOG } from '../place.js';
import { expect, test } from '../vitest-shim.js';

test('a service worker bounds a response on its way to the page', async () => {
  const controlled = new Promise((resolve) => {
    navigator.serviceWorker.oncontrollerchange = resolve;
  });
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  try {
    await controlled;
    const response = await fetch('/bounded/gzip');
    expect(response.headers.get('x-bounded-by')).toBe('the service worker');
    expect(await response.text()).toBe(truncate(LOG, TruncationPolicy.bytes(1000)).text);
  } finally {
    await registration.unregister();
  }
});

test('a dropped file is bounded as it is read', async () => {
  const file = new File([LOG], 'build.log', { type: 'text/plain' });
  const policy = TruncationPolicy.bytes(1000);
  expect((await collect(file, { policy })).text).toBe(truncate(LOG, policy, { heading: true }).text);
});
