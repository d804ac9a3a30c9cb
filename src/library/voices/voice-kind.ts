import { TypeCompiler } from '@sinclair/typebox/compiler';
import { readSpeaker } from '../../engines/speech/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { JobKind, JobRow } from '../../work/jobs/index.ts';
import {
  announceEvents,
  CLONE_FAILED,
  CLONE_READY,
  DESIGN_FAILED,
  DESIGN_READY,
} from '../../work/webhooks/index.ts';
import { VoiceProduct, type VoiceRow } from './custom-voice.ts';
import { failVoice, finishVoice } from './queries.ts';

const products = TypeCompiler.Compile(VoiceProduct);

/** Jobs that make a voice: they cost nothing but the slot, and their product is the voice. */
function voiceKind(name: string): JobKind {
  return {
    name,
    outputs: {},
    measured: {},
    resultFields: [],
    completed: null,
    failed: null,
    isProduct: (product) => products.Check(product) && isSpeaker(product.speaker),
    async ended({ tx, clock }, job, product) {
      const voice =
        job.status === 'completed'
          ? await finishVoice(tx, job.id, product as VoiceProduct)
          : await failVoice(tx, job.id, reasonOf(job));
      // A voice that was deleted meanwhile has nobody to tell.
      if (!voice) return;
      const announcement = { subjectId: voice.id, url: voice.webhook_url, orDefault: true };
      await announceEvents({ tx, clock }, voice.account_id, [{ ...announcement, payload: eventOf(voice) }]);
    },
  };
}

export const VOICE_KINDS: readonly JobKind[] = ['clone', 'design', 'remix'].map(voiceKind);

function isSpeaker(speaker: unknown): boolean {
  try {
    readSpeaker(speaker);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function reasonOf({ status, error, error_code: code }: JobRow): { error: string; errorCode: string } {
  if (status === 'canceled') return { error: 'The job was canceled.', errorCode: 'canceled' };
  return { error: error ?? 'The voice could not be made.', errorCode: code ?? 'voice_failed' };
}

function eventOf({ id, source, status, name, engine, error, facts }: VoiceRow) {
  const clone = { clone_id: id, voice_id: id };
  const design = { design_id: id, voice_id: id };
  if (status === 'failed') {
    const failed = { status, error: error ?? '' };
    return source === 'clone'
      ? CLONE_FAILED.payload({ ...clone, ...failed })
      : DESIGN_FAILED.payload({ ...design, ...failed });
  }
  const ready = { status: 'ready' as const, name, engine };
  const prompt = typeof facts.prompt === 'string' ? facts.prompt : '';
  return source === 'clone'
    ? CLONE_READY.payload({ ...clone, ...ready })
    : DESIGN_READY.payload({ ...design, ...ready, prompt });
}
