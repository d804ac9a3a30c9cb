import type { EarEvent, Said } from '../../../../engines/turn-taking/index.ts';
import { close, nextOfClosing } from './closing.ts';
import {
  after,
  type ConversationInput,
  type ConversationSettings,
  type ConversationState,
  cut,
  discard,
  end,
  prompt,
  resume,
  type Step,
  stay,
  think,
} from './conversation-state.ts';
import { tick } from './tick.ts';

/**
 * Decides what happens next. It is pure: it returns the next state and the effects, and performs none. The phases
 * are listening, thinking, speaking, paused and ended, and at most one reply is in progress. Speed competes with
 * certainty twice: a reply starts on a likely end of the turn, and is discarded if the caller goes on; a reply
 * pauses on suspected speech, and resumes if no words follow. Inputs about an earlier reply change nothing, because
 * they may arrive late. While it closes, the conversation follows only its reply and the clock.
 */
export function step(
  before: ConversationState,
  input: ConversationInput,
  settings: ConversationSettings,
): Step {
  if (before.phase === 'ended') return stay(before);
  const state = { ...before, nowMs: input.nowMs };
  if (input.kind === 'tick') return tick(state, settings);
  if ('reply' in input) return input.reply === state.reply ? replied(state, input) : stay(state);
  if (state.closing) return stay(state);
  switch (input.kind) {
    case 'ear':
      return hear(state, input.event, settings);
    case 'say':
      return state.phase === 'listening' ? prompt(state, input.text) : stay(state);
    case 'read':
      return read(state, input.text, settings);
    case 'interrupt':
      return isOverReply(state, settings) ? cut({ ...state, quietSinceMs: state.nowMs }) : stay(state);
    case 'close':
      return close(state, input);
  }
}

function replied(state: ConversationState, input: Extract<ConversationInput, { reply: number }>): Step {
  if (input.kind === 'reply_worded') return stay({ ...state, wordlessSinceMs: null });
  if (input.kind === 'reply_begun')
    return stay(state.phase === 'thinking' ? { ...state, phase: 'speaking' } : state);
  if (state.closing) return nextOfClosing(state, state.closing);
  return replyOver(state, input.kind === 'reply_played' ? input.ends : null);
}

function replyOver(state: ConversationState, ends: string | null): Step {
  if (ends !== null) return end(state, ends);
  const next: ConversationState = {
    ...state,
    phase: 'listening',
    guess: null,
    quietSinceMs: state.nowMs,
    idleSinceMs: state.prompts > 0 ? state.idleSinceMs : state.nowMs,
    waiting: null,
  };
  return state.waiting ? think(next, state.waiting, { isGuess: false }) : stay(next);
}

function hear(before: ConversationState, event: EarEvent, settings: ConversationSettings): Step {
  const isOutcome = event.kind === 'turn_ended' || event.kind === 'noise' || event.kind === 'failed';
  const state = isOutcome ? { ...before, unheard: before.unheard - 1 } : before;
  switch (event.kind) {
    case 'speech_suspected':
      // Nothing is heard of a reply that is thought, so nothing has to stop.
      return state.phase === 'speaking' ? pause(state, settings, { isSuspicion: true }) : stay(state);
    case 'suspicion_dropped':
      return state.phase === 'paused' && state.isSuspicion ? resume(state) : stay(state);
    case 'speech_started':
      return speechStarted({ ...state, isUserSpeaking: true }, settings);
    case 'words':
      return words(state, event.said, settings);
    case 'likely_end':
      return likelyEnd(state, event.said, settings);
    case 'reopened':
      return state.guess === null ? stay(state) : discard(state);
    case 'speech_stopped':
      return stay({
        ...state,
        isUserSpeaking: false,
        unheard: state.unheard + 1,
        quietSinceMs: state.nowMs,
      });
    case 'turn_ended':
      return turnEnded(state, event.said, settings);
    case 'noise':
    case 'failed':
      return state.phase === 'paused' ? resume(state) : state.guess === null ? stay(state) : discard(state);
  }
}

/** A reply stops at once; whether it was an interruption is known when there are words. */
function speechStarted(state: ConversationState, settings: ConversationSettings): Step {
  const { phase, isSuspicion, nowMs } = state;
  if (phase === 'paused' && isSuspicion)
    return stay({ ...state, isSuspicion: false, pausedAtMs: nowMs }, { kind: 'listen_for_words' });
  return after(pause(state, settings, { isSuspicion: false }), (next) =>
    next.phase === phase ? stay(next) : stay(next, { kind: 'listen_for_words' }),
  );
}

function pause(
  state: ConversationState,
  { interruptible }: ConversationSettings,
  { isSuspicion }: { isSuspicion: boolean },
): Step {
  const { phase, guess, reply, nowMs } = state;
  if (!interruptible || guess !== null || (phase !== 'speaking' && phase !== 'thinking')) return stay(state);
  const paused: ConversationState = {
    ...state,
    phase: 'paused',
    held: phase,
    pausedAtMs: nowMs,
    isSuspicion,
  };
  return stay(paused, { kind: 'pause', reply });
}

function words(state: ConversationState, said: Said, settings: ConversationSettings): Step {
  if (!isOverReply(state, settings)) return stay(state);
  // "Yes" may become "yes, but".
  if (said.manner !== 'speech') return stay(state, { kind: 'listen_for_words' });
  return cut(state);
}

function likelyEnd(state: ConversationState, said: Said, settings: ConversationSettings): Step {
  if (state.phase === 'listening') return think(state, said, { isGuess: true });
  if (!isOverReply(state, settings)) return stay(state);
  if (said.manner === 'speech') return after(cut(state), (next) => think(next, said, { isGuess: true }));
  return state.phase === 'paused' ? resume(state) : stay(state);
}

function turnEnded(before: ConversationState, said: Said, settings: ConversationSettings): Step {
  const state = { ...before, prompts: 0, idleSinceMs: before.nowMs };
  if (state.guess === said.text) return confirm(state);
  if (state.guess !== null) return answer(state, said, settings);
  if (state.phase === 'listening' && said.manner === 'filler') return stay(state);
  if (state.phase !== 'listening' && said.manner !== 'speech')
    return state.phase === 'paused' ? resume(state) : stay(state);
  return answer(state, said, settings);
}

function confirm(state: ConversationState): Step {
  // A reply that has words is not waited for; else the caller waits from now on.
  const wordlessSinceMs = state.wordlessSinceMs === null ? null : state.nowMs;
  return stay({ ...state, guess: null, wordlessSinceMs }, { kind: 'confirm', reply: state.reply });
}

function read(state: ConversationState, text: string, settings: ConversationSettings): Step {
  const next = { ...state, prompts: 0, quietSinceMs: state.nowMs, idleSinceMs: state.nowMs };
  return answer(next, { text, language: '', manner: 'speech' }, settings);
}

/** Thinks about what was said, instead of what is going on if that may be interrupted, else after it. */
function answer(state: ConversationState, said: Said, settings: ConversationSettings): Step {
  if (state.guess !== null) return after(discard(state), (next) => think(next, said, { isGuess: false }));
  if (state.phase === 'listening') return think(state, said, { isGuess: false });
  if (!isOverReply(state, settings)) return stay({ ...state, waiting: joined(state.waiting, said) });
  return after(cut(state), (next) => think(next, said, { isGuess: false }));
}

function joined(before: Said | null, said: Said): Said {
  return before ? { ...said, text: `${before.text} ${said.text}` } : said;
}

function isOverReply({ phase, guess }: ConversationState, { interruptible }: ConversationSettings): boolean {
  return interruptible && guess === null && phase !== 'listening';
}
