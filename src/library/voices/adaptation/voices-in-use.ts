/** Custom voices that have spoken on this node without an adaptation, and may be due for one. */
export type VoicesInUse = {
  add(voiceId: string): void;
  /** Those that spoke last come last. */
  ids(): string[];
  clear(): void;
};

/** More are seldom in use on one node in half a minute, and each takes minutes to adapt. */
const MOST = 100;

export function createVoicesInUse(): VoicesInUse {
  const ids = new Set<string>();
  return {
    add(voiceId) {
      ids.delete(voiceId);
      ids.add(voiceId);
      const [oldest] = ids;
      if (ids.size > MOST && oldest !== undefined) ids.delete(oldest);
    },
    ids: () => [...ids],
    clear: () => ids.clear(),
  };
}
