import type { Caller } from '../../../http/index.ts';
import { lockUploads, type MediaDeps, nameFor, requireRoomForFilm } from '../../../library/assets/index.ts';
import { recordConsent } from '../../../library/consents/index.ts';
import { refuseTakenDown } from '../../../library/voices/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { uuidWithin } from '../../../platform/ids.ts';
import type { OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import { adoptObject, discardObjects } from '../../../platform/storage/index.ts';
import { createJob, type JobDeps } from '../../../work/jobs/index.ts';
import { checkWebhookUrl } from '../../../work/webhooks/index.ts';
import {
  type CheckDeps,
  checkLanguages,
  mustHear,
  readScriptField,
  requireHearing,
  translationNeed,
} from './check-request.ts';
import { countTranslation } from './count-translation.ts';
import { type DubOptions, type DubRow, newDubId, renderingOf } from './dub.ts';
import { DubbingUnavailable, DubNotFound, FilmRequired, SpokenConsentRequired } from './errors.ts';
import { type Subject, shareFilm, storeFilm, type Upload } from './find-subject.ts';
import { withoutSecrets } from './finish-dub.ts';
import { holdFilm, insertDub, insertFilm } from './queries.ts';
import { type QuoteDeps, quoteDub } from './quote-dub.ts';
import type { DubForm } from './read-form.ts';
import type { DetectDeps } from './script-language.ts';

export type PossibleDeps = CheckDeps & {
  requireSpokenConsent: boolean;
  /** The name of the language model of this server, if it has one. */
  languageModel: string | null;
};

export type CreateDubDeps = JobDeps &
  MediaDeps &
  QuoteDeps &
  PossibleDeps &
  DetectDeps & { outbound: OutboundPolicy };

type Order = {
  requestId: string;
  /** Goes into the record of consent. */
  address: string;
  signal: AbortSignal;
  /** Called in the transaction that creates the dub. */
  commit(tx: Tx, dub: DubRow): Promise<void>;
};

/** Checks everything before anything is charged. The film, the dub, its job and the consent are one transaction. */
export async function createDub(
  deps: CreateDubDeps,
  caller: Caller,
  form: DubForm,
  upload: Upload | undefined,
  { requestId, address, signal, commit }: Order,
): Promise<void> {
  const { accountId } = caller;
  const webhookUrl = checkWebhookUrl(form.webhookUrl, deps.outbound);
  checkLanguages(deps, form);
  const given = await readScriptField(deps, accountId, form);
  if ((upload === undefined) === (form.dubId === undefined)) throw new FilmRequired();
  const name = nameFor(form.name, upload?.filename ?? '');
  const subject = upload
    ? await storeFilm(deps, caller, form, given, { ...upload, signal })
    : await shareFilm(deps, caller, form);
  const { film, isNew } = subject;
  let created = false;
  try {
    const dub = newDub(accountId, form, subject, { name, now: deps.clock.now() });
    const needs = await needsOf(deps, dub);
    const { job, customVoiceIds } = await quoteDub(deps, caller, dub, { requestId, webhookUrl, needs });
    await deps.db.transaction().execute(async (tx) => {
      if (isNew) await takeFilm(deps, tx, dub);
      else if (!(await holdFilm(tx, film.id))) throw new DubNotFound();
      await countTranslation({ db: tx, clock: deps.clock }, caller, job);
      const { jobId } = await createJob(deps, tx, job);
      const row = { ...dub, job_id: jobId };
      await insertDub(tx, row);
      if (dub.options.consent) await recordDubConsent(deps, tx, dub, address);
      await refuseTakenDown(tx, accountId, customVoiceIds);
      await commit(tx, row);
    });
    created = true;
  } finally {
    if (isNew && !created) await discardObjects(deps, [film.object_key]);
  }
}

/** Lists the capabilities that the job needs of a worker. Refuses a job that no worker can do, before it is charged. */
export async function needsOf(deps: PossibleDeps, dub: DubRow): Promise<string[]> {
  const { film, given, options, script, target_language: target } = dub;
  if (mustHear(dub)) requireHearing(deps, film);
  if (options.consent && deps.requireSpokenConsent) throw new SpokenConsentRequired();
  const source = script?.source_language ?? given?.language ?? options.source_language;
  const isTranslated = script?.lines.every(({ translation }) => translation !== null) ?? false;
  if (!(await deps.isOffered(['dub']))) throw new DubbingUnavailable();
  return isTranslated || source === target ? [] : [await translationNeed(deps, source, target)];
}

async function takeFilm(deps: CreateDubDeps, tx: Tx, { account_id: accountId, film }: DubRow): Promise<void> {
  await lockUploads(tx, accountId);
  await requireRoomForFilm(tx, accountId, film.bytes);
  await insertFilm(tx, accountId, film, deps.clock.now());
  await adoptObject(tx, film.object_key);
}

export async function recordDubConsent(
  deps: Pick<CreateDubDeps, 'clock'>,
  tx: Tx,
  { id, account_id: accountId, film }: DubRow,
  address: string,
): Promise<void> {
  const subject = uuidWithin(id);
  await recordConsent(deps, tx, {
    accountId,
    purpose: 'dub',
    subject,
    address,
    sampleHashes: [film.sha256],
  });
}

function newDub(
  accountId: string,
  form: DubForm,
  { film, range, given, script }: Subject,
  { name, now }: { name: string; now: Date },
): DubRow {
  const { consent, glossary, fit } = form;
  const options: DubOptions = {
    source_language: script?.source_language ?? form.source,
    range,
    num_speakers: form.numSpeakers,
    consent,
    glossary,
    lip_sync: film.has_video && (form.lipSync ?? true),
    sync_mode: form.syncMode,
    fit,
    drop_background: form.dropBackground,
    voice_id: form.voiceId,
  };
  const stored = script && withoutSecrets(script, consent);
  return {
    id: newDubId(now),
    account_id: accountId,
    film,
    name,
    target_language: form.target,
    options,
    given,
    script: stored,
    version: 1,
    job_id: '',
    rendering: renderingOf({ version: 1, options, script: stored }),
    rendered: null,
    output_job_id: null,
    speech_key: null,
    seconds: null,
    translated_by: null,
    created_at: now,
    updated_at: now,
  };
}
