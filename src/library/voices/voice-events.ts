import { Type } from '@sinclair/typebox';
import { defineEvent, type EventDefinition, type EventPayload } from '../../work/webhooks/index.ts';
import type { VoiceRow } from './custom-voice.ts';

const Text = Type.String();
const ready = { voice_id: Text, status: Type.Literal('ready'), name: Text, engine: Text };
const failed = { voice_id: Text, status: Type.Literal('failed'), error: Text };

const CLONE_READY = defineEvent('clone.ready', 'A clone is ready to use', { clone_id: Text, ...ready });
const CLONE_FAILED = defineEvent('clone.failed', 'A clone failed', { clone_id: Text, ...failed });
const DESIGN_READY = defineEvent('design.ready', 'A design is ready to use', {
  design_id: Text,
  ...ready,
  prompt: Text,
});
const DESIGN_FAILED = defineEvent('design.failed', 'A design failed', { design_id: Text, ...failed });

export const VOICE_EVENTS: readonly EventDefinition[] = [
  CLONE_READY,
  CLONE_FAILED,
  DESIGN_READY,
  DESIGN_FAILED,
];

type EndedVoice = Pick<VoiceRow, 'id' | 'source' | 'status' | 'name' | 'engine' | 'error' | 'facts'>;

/** Returns the event that announces a voice that was made, or could not be made. */
export function eventOf({ id, source, status, name, engine, error, facts }: EndedVoice): EventPayload {
  const clone = { clone_id: id, voice_id: id };
  const design = { design_id: id, voice_id: id };
  if (status === 'failed') {
    const reason = { status, error: error ?? '' };
    return source === 'clone'
      ? CLONE_FAILED.payload({ ...clone, ...reason })
      : DESIGN_FAILED.payload({ ...design, ...reason });
  }
  const made = { status: 'ready' as const, name, engine };
  const prompt = typeof facts.prompt === 'string' ? facts.prompt : '';
  return source === 'clone'
    ? CLONE_READY.payload({ ...clone, ...made })
    : DESIGN_READY.payload({ ...design, ...made, prompt });
}
