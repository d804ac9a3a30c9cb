import { TypeCompiler } from '@sinclair/typebox/compiler';
import { requireNotTakenDown, VoiceWasTakenDown } from '../../../library/voices/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { adoptObject, markForDeletion } from '../../../platform/storage/index.ts';
import { type JobOutput, type JobRow, ProductRefused } from '../../../work/jobs/index.ts';
import { DubProduct } from '../dub-request.ts';
import type { DubScript } from '../project.ts';
import type { Rendered } from './dub.ts';
import { mergeScripts } from './merge-scripts.ts';
import { lockDubOfJob, updateFinished, writePrints } from './queries.ts';

/** The output that outlives the job: the sound of all lines. */
export const SPEECH = 'speech';

export function speechKeyOf(leaseToken: string): string {
  return `dub-speech/${leaseToken}`;
}

const products = TypeCompiler.Compile(DubProduct);

export function isDubProduct(product: unknown, outputs: readonly JobOutput[]): boolean {
  return products.Check(product) && isWhole(product.script) && outputs.some(({ name }) => name === SPEECH);
}

/** Every line has a speaker that exists, words and sound, and no id comes twice. */
function isWhole({ speakers, lines }: DubScript): boolean {
  const speakerIds = new Set(speakers.map(({ id }) => id));
  const lineIds = new Set(lines.map(({ id }) => id));
  return (
    speakerIds.size === speakers.length &&
    lineIds.size === lines.length &&
    lines.every((line, i) => {
      const previous = lines[i - 1]?.start ?? 0;
      return speakerIds.has(line.speaker_id) && line.start >= previous && line.end > line.start;
    })
  );
}

/** Runs in the transaction that completes the job. A job that failed or was canceled leaves the dub as it was. */
export async function finishDub(
  { tx, clock }: { tx: Tx; clock: Clock },
  job: JobRow,
  product: unknown,
): Promise<void> {
  const dub = job.status === 'completed' ? await lockDubOfJob(tx, job.id) : undefined;
  if (!dub) return;
  const { script, seconds, translated_by: translatedBy, lips } = product as DubProduct;
  await refuseTakenDownVoices(tx, script);
  const { consent } = dub.options;
  const speechKey = speechKeyOf(job.outputs_of ?? '');
  await adoptObject(tx, speechKey);
  if (dub.speech_key) await markForDeletion({ clock }, tx, dub.speech_key);
  // Changes that the customer made meanwhile win over the result of the job.
  const { cast, ...rendering } = dub.rendering;
  const merged = dub.version === rendering.version ? script : mergeScripts(dub.script, script, cast);
  await updateFinished(tx, {
    dubId: dub.id,
    jobId: job.id,
    script: withoutSecrets(merged, consent),
    rendered: { ...rendering, places: placesOf(script), lips },
    speechKey,
    seconds,
    translatedBy,
    now: clock.now(),
  });
  if (consent) await writePrints(tx, dub, printsOf(merged));
}

/** A voice like one that was taken down is not made again, by this way either. */
async function refuseTakenDownVoices(tx: Tx, { speakers }: DubScript): Promise<void> {
  for (const { voice, print } of speakers) {
    if (voice?.kind !== 'matched' || !print) continue;
    try {
      await requireNotTakenDown(tx, print);
    } catch (error) {
      if (!(error instanceof VoiceWasTakenDown)) throw error;
      throw new ProductRefused('A speaker sounds like a voice that was taken down. The job has failed.', {
        error:
          'A speaker sounds like a voice that was taken down. Choose another voice for them, or dub without consent. Nothing was charged.',
        errorCode: error.code,
      });
    }
  }
}

/** Voices of the account are looked up for every job. Prints are kept only of speakers who agreed. */
export function withoutSecrets(script: DubScript, consent: boolean): DubScript {
  const speakers = script.speakers.map((speaker) => ({
    ...speaker,
    print: consent ? speaker.print : null,
    voice:
      speaker.voice?.kind === 'chosen'
        ? { kind: 'chosen' as const, voice_id: speaker.voice.voice_id }
        : speaker.voice,
  }));
  return { ...script, speakers };
}

function placesOf({ lines }: DubScript): Rendered['places'] {
  return Object.fromEntries(lines.map(({ id, start, end }) => [id, [start, end]]));
}

function printsOf({ speakers }: DubScript) {
  return speakers.flatMap(({ id, print }) => (print ? [{ speaker_id: id, print }] : []));
}
