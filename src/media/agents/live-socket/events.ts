import type { EarEvent } from '../../../../engines/turn-taking/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { SpokenWord } from '../../spoken-replies/index.ts';
import type { LiveOutput } from '../live/index.ts';

/** Returns the event for an output. Null means that the client gets none, or gets it later. */
export function eventOf(output: LiveOutput): object | null {
  switch (output.kind) {
    case 'ear':
      return heardEvent(output.event);
    case 'phase':
      return output.phase === 'ended' ? null : { type: 'phase', phase: output.phase };
    case 'stopped':
      return { type: 'stop', reply: output.reply, at_ms: Math.round(output.atMs) };
    case 'resumed':
      return { type: 'resume', reply: output.reply, from_ms: Math.round(output.fromMs) };
    default:
      return null;
  }
}

function heardEvent(event: EarEvent): object | null {
  if (event.kind === 'speech_started') return { type: 'speech_started', at_ms: Math.round(event.atMs) };
  if (event.kind === 'noise') return { type: 'noise' };
  if (event.kind !== 'speech_stopped') return null;
  return { type: 'speech_stopped', start_ms: Math.round(event.startMs), end_ms: Math.round(event.endMs) };
}

export function wordView({ text, start, end, startMs, endMs }: SpokenWord): object {
  return { text, start, end, start_ms: Math.round(startMs), end_ms: Math.round(endMs) };
}

export function errorEvent(error: unknown): { type: 'error'; error: { code: string; message: string } } {
  const known = error instanceof DomainError;
  return {
    type: 'error',
    error: {
      code: known ? error.code : 'internal_error',
      message: known ? error.public : 'Something went wrong on our side. Say it again.',
    },
  };
}
