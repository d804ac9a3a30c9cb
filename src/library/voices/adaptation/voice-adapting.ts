import { randomUUID } from 'node:crypto';
import { readSpeaker } from '../../../../engines/speech/index.ts';
import type { AdaptedVoice } from '../../../../engines/voice-cloning/index.ts';
import { isUuid } from '../../../http/index.ts';
import { firstUuidAt, uuidv7 } from '../../../platform/ids.ts';
import { adoptObject, discardObjects, type ObjectDeps, putTracked } from '../../../platform/storage/index.ts';
import {
  type AdaptationLease,
  type Among,
  claimVoice,
  giveUpOnVoices,
  keepOutcome,
  releaseClaim,
  renewClaim,
} from './queries.ts';
import type { VoiceAdapter } from './voice-adapter.ts';
import type { VoicesInUse } from './voices-in-use.ts';

export type AdaptDeps = ObjectDeps & {
  voiceAdapter: VoiceAdapter;
  voicesInUse: VoicesInUse;
  /** Whether the machine has the memory for it now. */
  hasRoom(): boolean;
};

/** Longer than any step of the work takes at the lowest priority, since only a step that ends renews it. */
const LEASE_MS = 15 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Among very many voices it takes a second to see that none is due, so older ones are looked for less often. */
const ALL_EVERY_MS = 10 * 60_000;
const NEW_MS = 3_600_000;

/** Each call adapts one voice, if one is due, and returns whether there was one. Voices in use come first, then the newest. */
export function createVoiceAdapting(deps: AdaptDeps): { next(stopping: AbortSignal): Promise<boolean> } {
  let lookedAtAllMs = Number.NEGATIVE_INFINITY;
  return {
    async next(stopping) {
      if (!deps.hasRoom()) return false;
      const ids = deps.voicesInUse.ids().filter(isUuid);
      if (ids.length > 0 && (await adaptNextVoice(deps, stopping, { ids }))) return true;
      deps.voicesInUse.clear();
      const nowMs = deps.clock.now().getTime();
      const isAll = nowMs - lookedAtAllMs >= ALL_EVERY_MS;
      const found = await adaptNextVoice(deps, stopping, { after: firstUuidAt(isAll ? 0 : nowMs - NEW_MS) });
      if (isAll && !found) lookedAtAllMs = nowMs;
      return found;
    },
  };
}

/**
 * Adapts our decoder to the next voice that is due, and lets it speak through it if nothing is lost by that. Minutes of work at the lowest
 * priority. The voice speaks as before until the end, and also if the end never comes. Returns whether there was one.
 */
async function adaptNextVoice(deps: AdaptDeps, stopping: AbortSignal, among: Among): Promise<boolean> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const failed = await giveUpOnVoices(db, now);
  if (failed > 0) log.warn({ voices: failed }, 'gave up adapting voices whose attempts never ended');
  const token = randomUUID();
  const voice = await claimVoice(db, { among, token, now, until: leaseEnd(deps) });
  if (!voice) return false;
  const lease = { voiceId: voice.id, token };
  let adapted: AdaptedVoice | null;
  try {
    const speaker = readSpeaker(voice.speaker);
    const person = voice.print && Float32Array.from(voice.print);
    const request = { speaker, person, languages: [voice.language] };
    adapted = await whileHeld(deps, lease, stopping, (options) => deps.voiceAdapter.adapt(request, options));
  } catch (error) {
    if (stopping.aborted) await releaseClaim(db, lease, clock.now());
    throw error;
  }
  if (adapted) await keep(deps, lease, voice.account_id, adapted);
  else
    log.info(
      { voice_id: voice.id },
      'a voice was deleted, or taken up by another node, while it was adapted',
    );
  return true;
}

function leaseEnd({ clock }: Pick<AdaptDeps, 'clock'>): Date {
  return new Date(clock.now().getTime() + LEASE_MS);
}

type WorkOptions = { signal: AbortSignal; onProgress(): void };

/** Renews the lease with the progress of the work. Ends it, with null, when the voice is gone or is another node's. */
async function whileHeld<Result>(
  deps: AdaptDeps,
  lease: AdaptationLease,
  stopping: AbortSignal,
  work: (options: WorkOptions) => Promise<Result>,
): Promise<Result | null> {
  const lost = new AbortController();
  const nowMs = () => deps.clock.now().getTime();
  let renewedMs = nowMs();
  let renewing: Promise<void> = Promise.resolve();
  const onProgress = (): void => {
    if (nowMs() - renewedMs < RENEW_EVERY_MS) return;
    renewedMs = nowMs();
    renewing = renewClaim(deps.db, lease, leaseEnd(deps)).then(
      (isHeld) => (isHeld ? undefined : lost.abort()),
      (err: unknown) => deps.log.warn({ err }, 'could not renew the lease of a voice that is being adapted'),
    );
  };
  try {
    return await work({ signal: AbortSignal.any([stopping, lost.signal]), onProgress });
  } catch (error) {
    if (lost.signal.aborted && !stopping.aborted) return null;
    throw error;
  } finally {
    await renewing;
  }
}

async function keep(
  deps: AdaptDeps,
  lease: AdaptationLease,
  accountId: string,
  { adaptation, judgement, share, cpuSeconds }: AdaptedVoice,
): Promise<void> {
  const { db, clock, log } = deps;
  const { passes, reasons, measures } = judgement;
  const objectKey = passes ? `voices/${accountId}/adaptations/${uuidv7(clock.now().getTime())}` : null;
  if (objectKey !== null)
    await putTracked(deps, objectKey, Buffer.from(adaptation, 'base64'), {
      contentType: 'application/octet-stream',
    });
  let isKept = false;
  try {
    isKept = await db.transaction().execute(async (tx) => {
      if (!(await keepOutcome(tx, lease, { objectKey, reasons, measures }, clock.now()))) return false;
      if (objectKey !== null) await adoptObject(tx, objectKey);
      return true;
    });
  } finally {
    if (!isKept && objectKey !== null) await discardObjects(deps, [objectKey]);
  }
  const outcome = { voice_id: lease.voiceId, passes, share, cpu_seconds: Math.round(cpuSeconds), measures };
  log.info(outcome, isKept ? 'adapted a voice' : 'a voice that was adapted is gone');
}
