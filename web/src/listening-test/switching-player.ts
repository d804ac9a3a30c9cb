export type Side = 'plain' | 'marked';
export type SoundPair = Record<Side, AudioBuffer>;
export type SwitchingPlayer = ReturnType<typeof createSwitchingPlayer>;

/** A step in the sound would be heard as a click. */
const FADE_SECONDS = 0.008;

/**
 * Plays two versions of a sound over and over, and switches between them where it stands. Both come from memory by the same
 * way, so nothing but their samples differs.
 */
export function createSwitchingPlayer(context: AudioContext) {
  let current: { pair: SoundPair; source: AudioBufferSourceNode; gain: GainNode; startedAt: number } | null =
    null;
  const placeOf = (pair: SoundPair): number =>
    current?.pair === pair ? (context.currentTime - current.startedAt) % pair.plain.duration : 0;
  const stop = (): void => {
    if (!current) return;
    const { source, gain } = current;
    current = null;
    gain.gain.setTargetAtTime(0, context.currentTime, FADE_SECONDS / 3);
    source.stop(context.currentTime + 2 * FADE_SECONDS);
  };
  return {
    async play(pair: SoundPair, side: Side): Promise<void> {
      if (context.state === 'suspended') await context.resume();
      const place = placeOf(pair);
      stop();
      const source = new AudioBufferSourceNode(context, { buffer: pair[side], loop: true });
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setTargetAtTime(1, context.currentTime, FADE_SECONDS / 3);
      source.connect(gain).connect(context.destination);
      source.start(0, place);
      current = { pair, source, gain, startedAt: context.currentTime - place };
    },
    stop,
    async close(): Promise<void> {
      stop();
      if (context.state !== 'closed') await context.close();
    },
  };
}
