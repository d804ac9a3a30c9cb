import type { EarOptions } from './ear-options.ts';
import type { PauseVerdict } from './end-of-turn.ts';
import type { EndReason, TurnDetection } from './types.ts';

const RATE = 16_000;
const THRESHOLD = 0.5;
const PREFIX_MS = 300;
const SILENCE_MS = 500;
const MAX_TURN_SECONDS = 60;
/** Sound without words ends here. */
const NOISE_MS = 300;
/** Nobody waits longer for a recogniser that is late. */
const LATEST_MS = 8_000;

export type Settings = ReturnType<typeof settingsOf>;

export function settingsOf({ detection, language, maxTurnSeconds }: EarOptions) {
  const vad: Partial<Extract<TurnDetection, { type: 'server_vad' }>> =
    detection.type === 'server_vad' ? detection : {};
  const { threshold = THRESHOLD, prefixPaddingMs = PREFIX_MS, silenceMs = SILENCE_MS } = vad;
  return {
    detection,
    eagerness: detection.type === 'semantic' ? (detection.eagerness ?? 'auto') : 'auto',
    threshold,
    prefixSamples: (prefixPaddingMs * RATE) / 1_000,
    silenceMs,
    maxSeconds: maxTurnSeconds ?? MAX_TURN_SECONDS,
    spoken: language?.toLowerCase().split(/[-_]/u)[0],
  };
}

type Pause = { verdict: PauseVerdict | undefined; isFailed: boolean; isNoise: boolean };

/** Why a pause of this length ends the turn; null if it does not. */
export function endAfter(
  pauseMs: number,
  { detection, silenceMs }: Settings,
  { verdict, isFailed, isNoise }: Pause,
): EndReason | null {
  if (detection.type === 'server_vad') return pauseMs >= silenceMs ? 'silence' : null;
  if (isFailed || pauseMs >= LATEST_MS || (isNoise && pauseMs >= NOISE_MS)) return 'silence';
  return verdict && pauseMs >= verdict.waitMs ? verdict.reason : null;
}
