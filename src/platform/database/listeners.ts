type OnPayload = (payload: string) => void;

export type Listeners = {
  listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>>;
  deliver(channel: string, payload: string): void;
  channels(): string[];
};

/** All listeners of a channel share one LISTEN of the connection. `run` executes a statement on it. */
export function createListeners(run: (statement: string) => Promise<unknown>): Listeners {
  const byChannel = new Map<string, Set<OnPayload>>();
  return {
    async listen(channel, onPayload) {
      // A separate object, so that the same function may listen twice.
      const listener: OnPayload = (payload) => onPayload(payload);
      const known = byChannel.get(channel);
      if (known) known.add(listener);
      else byChannel.set(channel, new Set([listener]));
      await run(`listen ${quoted(channel)}`);
      return async () => {
        const listeners = byChannel.get(channel);
        if (!listeners?.delete(listener) || listeners.size > 0) return;
        byChannel.delete(channel);
        await run(`unlisten ${quoted(channel)}`);
      };
    },
    deliver(channel, payload) {
      for (const listener of byChannel.get(channel) ?? []) listener(payload);
    },
    channels: () => [...byChannel.keys()],
  };
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
