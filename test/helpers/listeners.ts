const listeners = new WeakMap<EventTarget, Set<unknown>>();

// Only Node tells what listens to a signal, so whoever adds and removes is noted.
const { addEventListener, removeEventListener } = EventTarget.prototype;
Object.assign(AbortSignal.prototype, {
  addEventListener(this: AbortSignal, ...args: Parameters<typeof addEventListener>) {
    const [type, listener, options] = args;
    const known = listeners.get(this) ?? new Set();
    listeners.set(this, known.add(listener));
    if (typeof options === 'object' && options?.once) {
      addEventListener.call(this, type, () => known.delete(listener), { once: true });
    }
    addEventListener.apply(this, args);
  },
  removeEventListener(this: AbortSignal, ...args: Parameters<typeof removeEventListener>) {
    listeners.get(this)?.delete(args[1]);
    removeEventListener.apply(this, args);
  },
});

/** How many listeners a signal has. */
export const listenersOf = (signal: AbortSignal): number => listeners.get(signal)?.size ?? 0;
