/** Lets everything happen that needs no time: promises, tasks, the next ticks of Node. */
export async function settle(turns = 3): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof globalThis.setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    // Browsers make a nested timer wait, a message not.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Hears of every rejection that nobody handles, which then does no more harm. */
export function onUnhandledRejection(listener: (reason: unknown) => void): void {
  if ('process' in globalThis) {
    process.on('unhandledRejection', listener);
    return;
  }
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    listener(event.reason);
  });
}
