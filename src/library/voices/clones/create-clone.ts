import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import type { Caller } from '../../../http/index.ts';
import { planOf } from '../../../money/plans/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import {
  adoptObject,
  discardObjects,
  fileBody,
  type ObjectDeps,
  putTracked,
} from '../../../platform/storage/index.ts';
import type { JobDeps } from '../../../work/jobs/index.ts';
import { recordConsent } from '../../consents/index.ts';
import { averagePrint } from '../average-print.ts';
import { chooseEngine } from '../choose-engine.ts';
import { createVoice } from '../create-voice.ts';
import type { CloneKind } from '../custom-voice.ts';
import { PlanRequired, SlotLimit } from '../errors.ts';
import { findProsody } from '../find-prosody.ts';
import { countSlots } from '../queries.ts';
import { insertSamples, type SampleRow } from '../samples.ts';
import { type ExamineDeps, examineSamples, type Sample } from './examine-samples.ts';
import type { CloneForm } from './read-form.ts';
import type { CloneRequest } from './run-clone.ts';

export type CreateCloneDeps = ObjectDeps &
  JobDeps &
  ExamineDeps & {
    engine: SpeechEngine;
    requireSpokenConsent: boolean;
    /** Whether a live worker has all of these capabilities. */
    isOffered(needs: readonly string[]): Promise<boolean>;
  };

type Order = {
  requestId: string;
  /** Goes into the consent record. */
  address: string;
  signal: AbortSignal;
  commit(tx: Tx, voiceId: string): Promise<void>;
};

/** Checks everything before anything is stored; the slot, the job, the samples and the consent are one transaction. */
export async function createClone(
  deps: CreateCloneDeps,
  caller: Caller,
  form: CloneForm,
  { requestId, address, signal, commit }: Order,
): Promise<void> {
  await requirePossible(deps.db, caller, form.kind);
  const servedBy = await chooseEngine(deps, 'clone', form.engine);
  // Our own engine measures it from all of the samples. Other workers need not know our x-vector.
  const needsPrints = servedBy !== deps.voiceMaker.engine;
  const samples = await examineSamples(deps, form, { needsPrints, signal });
  const prosody = form.prosodyFrom ? await findProsody(deps, caller.accountId, form.prosodyFrom) : null;
  const voiceId = uuidv7(deps.clock.now().getTime());
  const stored: SampleRow[] = [];
  let created = false;
  try {
    for (const sample of samples)
      stored.push(await store(deps, caller.accountId, voiceId, stored.length, sample));
    const { accountId } = caller;
    const voice = voiceOf(deps, form, { samples, stored, servedBy, prosody, needsPrints });
    const sampleHashes = samples.map(({ sha256 }) => sha256);
    await deps.db.transaction().execute(async (tx) => {
      await createVoice(deps, tx, caller, { ...voice, id: voiceId, requestId });
      for (const { object_key } of stored) await adoptObject(tx, object_key);
      await insertSamples(tx, stored);
      const consent = { accountId, purpose: 'clone', subject: voiceId, address, sampleHashes } as const;
      await recordConsent(deps, tx, consent);
      await commit(tx, voiceId);
    });
    created = true;
  } finally {
    if (!created)
      await discardObjects(
        deps,
        stored.map(({ object_key }) => object_key),
      );
  }
}

type Made = {
  samples: Awaited<ReturnType<typeof examineSamples>>;
  stored: readonly SampleRow[];
  servedBy: string;
  prosody: Awaited<ReturnType<typeof findProsody>> | null;
  needsPrints: boolean;
};

function voiceOf(
  deps: CreateCloneDeps,
  form: CloneForm,
  { samples, stored, servedBy, prosody, needsPrints }: Made,
) {
  return {
    source: 'clone' as const,
    kind: form.kind,
    name: form.name,
    engine: form.engine,
    language: form.language,
    gender: null,
    facts: {
      quality: samples.map((sample) => qualityOf(sample, form.removeNoise)),
      ...(form.prosodyFrom && { prosodyFrom: form.prosodyFrom }),
    },
    remixOf: null,
    webhookUrl: form.webhookUrl,
    needsConsent: deps.requireSpokenConsent,
    print: needsPrints ? averageOfSamples(samples) : null,
    job: {
      kind: 'clone' as const,
      request: { ...requestFor(form, samples), ...(prosody && { prosodyFrom: prosody }) },
      inputs: stored.map(({ object_key, content_type, position }) => ({
        name: inputName(position),
        objectKey: object_key,
        contentType: content_type,
        kept: true,
      })),
      needs: [`clone:${servedBy}`],
    },
  };
}

/** Said before samples are read or judged. A slot may be taken meanwhile, so the check under the lock decides. */
export async function requirePossible(db: Db, { accountId, plan }: Caller, kind: CloneKind): Promise<void> {
  requireCloning(plan, kind);
  const { voiceSlots } = planOf(plan);
  if ((await countSlots(db, accountId)) >= voiceSlots) throw new SlotLimit(voiceSlots);
}

export function requireCloning(plan: string, kind: CloneKind): void {
  const { cloning } = planOf(plan);
  if (cloning === 'none') throw new PlanRequired('Voice cloning needs a paid plan.');
  if (kind === 'professional' && cloning !== 'professional')
    throw new PlanRequired('Professional cloning needs the Creator Pro or Developer API plan.');
}

function averageOfSamples(samples: readonly Sample[]): number[] {
  return averagePrint(
    samples.flatMap(({ print, report, seconds }) =>
      print ? [{ print, weight: report.quality * seconds }] : [],
    ),
  );
}

async function store(
  deps: CreateCloneDeps,
  accountId: string,
  voiceId: string,
  position: number,
  { path, contentType, filename, bytes, sha256, seconds }: Sample,
): Promise<SampleRow> {
  const objectKey = `voices/${accountId}/${uuidv7(deps.clock.now().getTime())}`;
  await putTracked(deps, objectKey, fileBody(path), { contentType });
  return {
    object_key: objectKey,
    voice_id: voiceId,
    position,
    filename: filename.slice(0, 200),
    content_type: contentType,
    bytes,
    sha256,
    seconds,
  };
}

function requestFor({ kind, language, removeNoise }: CloneForm, samples: readonly Sample[]): CloneRequest {
  return {
    kind,
    language,
    samples: samples.map(({ report }, i) => ({ input: inputName(i), quality: report.quality })),
    ...(removeNoise && { removeNoise }),
  };
}

function inputName(position: number): string {
  return `sample_${String(position).padStart(2, '0')}`;
}

/** The consent record describes each sample like this. */
function qualityOf(
  { filename, seconds, report: { quality, snrDb, speechSeconds } }: Sample,
  isCleaned: boolean,
) {
  const tenths = (value: number) => Math.round(value * 10) / 10;
  return {
    sample: filename.slice(0, 200),
    seconds: tenths(seconds),
    speech_seconds: tenths(Math.min(seconds, speechSeconds)),
    snr_db: tenths(snrDb),
    quality: Math.round(quality * 100) / 100,
    note: isCleaned ? CLEANED : noteOn(quality, snrDb),
  };
}

const CLEANED = 'Cleaned: background noise was removed for the clone. The figures are those of the upload.';
const GOOD_SNR_DB = 25;
const GOOD_QUALITY = 0.7;

function noteOn(quality: number, snrDb: number): string {
  if (snrDb < GOOD_SNR_DB) return 'Usable. A quieter room would bring the clone closer to the voice.';
  if (quality < GOOD_QUALITY) return 'Usable. Fewer pauses and a lower recording level would help.';
  return 'Good.';
}
