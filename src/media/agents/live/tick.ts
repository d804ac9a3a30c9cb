import {
  after,
  type ConversationSettings,
  type ConversationState,
  cut,
  discard,
  end,
  prompt,
  resume,
  type Step,
  stay,
} from './conversation-state.ts';

/** A last sentence that is neither spoken nor failed by then is given up. */
const CLOSING_MS = 120_000;

type Timer = { atMs: number; ring(): Step };

/** Rings the first timer that is due, if any. */
export function tick(state: ConversationState, settings: ConversationSettings): Step {
  const due = timersOf(state, settings).find(({ atMs }) => atMs <= state.nowMs);
  return due ? due.ring() : stay(state);
}

/** When a tick can change something; null if it cannot. */
export function nextTickMs(state: ConversationState, settings: ConversationSettings): number | null {
  const times = timersOf(state, settings).map(({ atMs }) => atMs);
  return times.length > 0 ? Math.min(...times) : null;
}

function timersOf(state: ConversationState, settings: ConversationSettings): Timer[] {
  const { phase, closing } = state;
  if (phase === 'ended') return [];
  if (closing) return [{ atMs: closing.sinceMs + CLOSING_MS, ring: () => endNow(state, closing.reason) }];
  return [...timeLimit(state, settings), ...timersOfPhase(state, settings)];
}

function timersOfPhase(state: ConversationState, settings: ConversationSettings): Timer[] {
  const { phase, pausedAtMs, isUserSpeaking, unheard } = state;
  if (phase === 'paused')
    return [{ atMs: pausedAtMs + settings.falseInterruptionMs, ring: () => resume(state) }];
  if (phase === 'thinking') return softTimeout(state, settings);
  // Nobody is silent whose words are still being recognised.
  const isSilent = !isUserSpeaking && unheard === 0;
  return phase === 'listening' && isSilent ? idleTimers(state, settings) : [];
}

function idleTimers(state: ConversationState, { idle, idleEndMs }: ConversationSettings): Timer[] {
  const text = idle?.prompts[state.prompts];
  const ends =
    idleEndMs === null ? [] : [{ atMs: state.idleSinceMs + idleEndMs, ring: () => end(state, 'idle') }];
  if (!idle || text === undefined) return ends;
  const ring = (): Step => prompt({ ...state, prompts: state.prompts + 1 }, text);
  return [...ends, { atMs: state.quietSinceMs + idle.afterMs, ring }];
}

function timeLimit(state: ConversationState, { maxMs }: ConversationSettings): Timer[] {
  return maxMs === null ? [] : [{ atMs: state.openedAtMs + maxMs, ring: () => endNow(state, 'time_limit') }];
}

function softTimeout(state: ConversationState, { softTimeout: soft }: ConversationSettings): Timer[] {
  const { wordlessSinceMs, guess, reply } = state;
  if (!soft || wordlessSinceMs === null || guess !== null) return [];
  const filled = { ...state, wordlessSinceMs: null };
  return [
    {
      atMs: wordlessSinceMs + soft.afterMs,
      ring: () => stay(filled, { kind: 'fill', reply, text: soft.say }),
    },
  ];
}

function endNow(state: ConversationState, reason: string): Step {
  if (state.phase === 'listening') return end(state, reason);
  return after(state.guess === null ? cut(state) : discard(state), (next) => end(next, reason));
}
