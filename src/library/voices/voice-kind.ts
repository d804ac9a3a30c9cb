import { TypeCompiler } from '@sinclair/typebox/compiler';
import { readSpeaker, withoutAdaptation } from '../../../engines/speech/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';
import { adoptObject } from '../../platform/storage/index.ts';
import { type JobKind, type JobRow, type OutputKind, ProductRefused } from '../../work/jobs/index.ts';
import { announceEvents } from '../../work/webhooks/index.ts';
import { VoiceProduct, type VoiceRow } from './custom-voice.ts';
import { failVoice, finishVoice } from './queries.ts';
import { eventOf } from './voice-events.ts';

const products = TypeCompiler.Compile(VoiceProduct);
/** The length of a print may differ from 1 by this much, because workers may round. */
const PRINT_TOLERANCE = 0.01;

/** The name under which a worker uploads what its own engine speaks with. */
const ARTIFACT = 'voice';
const MAX_ARTIFACT_BYTES = 64 * MEGABYTE;
const artifactKeyOf = (leaseToken: string): string => `voice-artifacts/${leaseToken}`;
const ARTIFACT_OUTPUT: OutputKind = {
  contentType: 'application/octet-stream',
  extension: 'bin',
  path: null,
  maxBytes: () => MAX_ARTIFACT_BYTES,
  keptAs: artifactKeyOf,
};

/** Jobs that make a voice: they cost nothing but the slot, and their product is the voice. */
function voiceKind(name: string): JobKind {
  return {
    name,
    outputs: name === 'remix' ? {} : { [ARTIFACT]: ARTIFACT_OUTPUT },
    measured: {},
    resultFields: [],
    completed: null,
    failed: null,
    isProduct: (product, outputs) => products.Check(product) && isUsable(product, outputs.length > 0),
    async ended({ tx, clock }, job, product) {
      const voice =
        job.status === 'completed'
          ? await completeVoice(tx, job, product as VoiceProduct)
          : await failVoice(tx, job.id, reasonOf(job));
      // A voice that was deleted meanwhile has nobody to tell.
      if (!voice) return;
      const announcement = { subjectId: voice.id, url: voice.webhook_url, orDefault: true };
      await announceEvents({ tx, clock }, voice.account_id, [{ ...announcement, payload: eventOf(voice) }]);
    },
  };
}

export const CLONE_KIND = voiceKind('clone');
export const DESIGN_KIND = voiceKind('design');
export const REMIX_KIND = voiceKind('remix');

/** Either a speaker of our own engine, or an artifact of one that customers may ask for. */
function isUsable({ speaker, print }: VoiceProduct, hasArtifact: boolean): boolean {
  if (print !== null && Math.abs(Math.hypot(...print) - 1) > PRINT_TOLERANCE) return false;
  if (speaker !== null) return !hasArtifact && isSpeaker(speaker);
  return hasArtifact;
}

async function completeVoice(tx: Tx, job: JobRow, product: VoiceProduct): Promise<VoiceRow | undefined> {
  const { speaker, served_by: engine } = product;
  if (speaker !== null) {
    // What adapts our decoder to a voice is made by the service alone.
    const own = withoutAdaptation(readSpeaker(speaker));
    return finishVoice(tx, job.id, { ...product, speaker: own, artifactKey: null });
  }
  const artifactKey = artifactKeyOf(job.outputs_of ?? '');
  const remote = { engine, version: 1, artifactKey };
  const voice = await finishVoice(tx, job.id, { ...product, speaker: remote, artifactKey });
  if (!voice) return undefined;
  if (voice.engine !== engine) throw new ProductRefused(`The voice was ordered from ${voice.engine}.`);
  await adoptObject(tx, artifactKey);
  return voice;
}

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
