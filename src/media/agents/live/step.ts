import type { EarEvent, Said } from '../../../engines/turn-taking/index.ts';
import {
  type ConversationInput,
  type ConversationSettings,
  type ConversationState,
  cutting,
  prompt,
  resume,
  type Step,
  stay,
  think,
} from './conversation-state.ts';

/** What happens next in a conversation, and what has to be done for it. */
export function step(
  state: ConversationState,
  input: ConversationInput,
  settings: ConversationSettings,
): Step {
  if (state.phase === 'ended') return stay(state);
  if (input.kind === 'ear') return hear(state, input.event, input.nowMs, settings);
  if (input.kind === 'tick') return tick(state, input.nowMs, settings);
  if (input.kind === 'say') return state.phase === 'listening' ? prompt(state, input.text) : stay(state);
  if (input.reply !== state.reply) return stay(state);
  if (input.kind === 'reply_begun')
    return stay(state.phase === 'thinking' ? { ...state, phase: 'speaking' } : state);
  return replyOver(state, input.kind === 'reply_played' ? input.ends : null, input.nowMs);
}

function replyOver(state: ConversationState, ends: string | null, nowMs: number): Step {
  if (ends !== null) return stay({ ...state, phase: 'ended' }, { kind: 'end', reason: ends });
  const next: ConversationState = {
    ...state,
    phase: 'listening',
    guess: null,
    quietSinceMs: nowMs,
    waiting: null,
  };
  return state.waiting ? think(next, state.waiting, { isGuess: false }) : stay(next);
}

function hear(
  state: ConversationState,
  event: EarEvent,
  nowMs: number,
  settings: ConversationSettings,
): Step {
  switch (event.kind) {
    case 'speech_started':
      return speechStarted({ ...state, isUserSpeaking: true }, nowMs, settings);
    case 'words':
      return words(state, event.said, settings);
    case 'likely_end':
      return likelyEnd(state, event.said, settings);
    case 'reopened':
      return state.guess === null ? stay(state) : discard(state);
    case 'speech_stopped':
      return stay({ ...state, isUserSpeaking: false, quietSinceMs: nowMs });
    case 'turn_ended':
      return turnEnded(state, event.said, settings);
    case 'noise':
    case 'failed':
      return state.phase === 'paused' ? resume(state) : state.guess === null ? stay(state) : discard(state);
  }
}

/** A reply stops at once; whether it was an interruption is known when there are words. */
function speechStarted(
  state: ConversationState,
  nowMs: number,
  { interruptible }: ConversationSettings,
): Step {
  const { phase, guess, reply } = state;
  if (!interruptible || guess !== null || (phase !== 'speaking' && phase !== 'thinking')) return stay(state);
  const paused: ConversationState = { ...state, phase: 'paused', held: phase, pausedAtMs: nowMs };
  return stay(paused, { kind: 'pause', reply }, { kind: 'listen_for_words' });
}

function words(state: ConversationState, said: Said, settings: ConversationSettings): Step {
  if (!isOverReply(state, settings)) return stay(state);
  // "Yes" may become "yes, but".
  if (said.manner !== 'speech') return stay(state, { kind: 'listen_for_words' });
  return cutting(state, stay);
}

function likelyEnd(state: ConversationState, said: Said, settings: ConversationSettings): Step {
  if (state.phase === 'listening') return think(state, said, { isGuess: true });
  if (!isOverReply(state, settings)) return stay(state);
  if (said.manner === 'speech') return cutting(state, (cut) => think(cut, said, { isGuess: true }));
  return state.phase === 'paused' ? resume(state) : stay(state);
}

function turnEnded(before: ConversationState, said: Said, settings: ConversationSettings): Step {
  const state = { ...before, prompts: 0 };
  if (state.guess !== null) {
    if (state.guess === said.text)
      return stay({ ...state, guess: null }, { kind: 'confirm', reply: state.reply });
    const discarded = discard(state);
    const { state: next, effects } = think(discarded.state, said, { isGuess: false });
    return { state: next, effects: [...discarded.effects, ...effects] };
  }
  if (state.phase === 'listening')
    return said.manner === 'filler' ? stay(state) : think(state, said, { isGuess: false });
  if (said.manner !== 'speech') return state.phase === 'paused' ? resume(state) : stay(state);
  if (!isOverReply(state, settings)) return stay({ ...state, waiting: said });
  return cutting(state, (cut) => think(cut, said, { isGuess: false }));
}

function discard(state: ConversationState): Step {
  return stay({ ...state, phase: 'listening', guess: null }, { kind: 'discard', reply: state.reply });
}

function isOverReply({ phase, guess }: ConversationState, { interruptible }: ConversationSettings): boolean {
  return interruptible && guess === null && phase !== 'listening';
}

function tick(
  state: ConversationState,
  nowMs: number,
  { falseInterruptionMs, idle }: ConversationSettings,
): Step {
  if (state.phase === 'paused')
    return nowMs - state.pausedAtMs >= falseInterruptionMs ? resume(state) : stay(state);
  const isQuiet = state.phase === 'listening' && !state.isUserSpeaking;
  if (!idle || !isQuiet || nowMs - state.quietSinceMs < idle.afterMs) return stay(state);
  const text = idle.prompts[state.prompts];
  if (text === undefined) return stay({ ...state, phase: 'ended' }, { kind: 'end', reason: 'idle' });
  return prompt({ ...state, prompts: state.prompts + 1 }, text);
}

/** When a tick can change something; null if it cannot. */
export function nextTickMs(state: ConversationState, settings: ConversationSettings): number | null {
  if (state.phase === 'paused') return state.pausedAtMs + settings.falseInterruptionMs;
  if (state.phase !== 'listening' || state.isUserSpeaking || !settings.idle) return null;
  return state.quietSinceMs + settings.idle.afterMs;
}
