import type { SpeechEngine } from '../../../engines/speech/index.ts';
import type { SyncMode } from '../../../engines/video/index.ts';
import type { Caller } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { checkWebhookUrl } from '../../work/webhooks/index.ts';
import { checkSpeech, type ReadSpeech, readSpeech } from '../speech/index.ts';
import type { FilmDisclosure } from './disclosure.ts';
import { checkVideoModel } from './lipsync-models.ts';
import { allowedSeconds, speechSeconds } from './video-length.ts';

export const DEFAULT_VOICE = 'af_heart';

type Fields = {
  text?: string | undefined;
  model?: string | undefined;
  video_model?: string | undefined;
  webhook_url?: string | undefined;
};

/** Refuses invalid fields before anything is looked up or fetched: 400 comes before 404. `readScript` checks the script. */
export function checkVideo(
  deps: { engine: SpeechEngine; outbound: OutboundPolicy },
  { plan }: Pick<Caller, 'plan'>,
  { text = '', model, video_model, webhook_url }: Fields,
  { speaks }: { speaks: boolean },
): void {
  if (speaks) checkSpeech(deps.engine, { text, model });
  checkVideoModel(video_model, planOf(plan));
  checkWebhookUrl(webhook_url, deps.outbound);
}

type Script = {
  text?: string | undefined;
  voice_id?: string | undefined;
  model?: string | undefined;
  language?: string | undefined;
  speed?: number | undefined;
  disclosure: FilmDisclosure;
};

/** Refuses a script that is invalid, or too long for the plan whatever its picture is. */
export async function readScript(
  deps: { db: Db; clock: Clock; engine: SpeechEngine },
  caller: Caller,
  { text = '', voice_id = DEFAULT_VOICE, model, language, speed, disclosure }: Script,
  /** How a clip is fitted to the speech; undefined if the picture is not a clip. */
  syncMode: SyncMode | undefined,
): Promise<ReadSpeech> {
  const spoken = disclosure === 'audible' ? disclosure : 'none';
  const request = { text, voice_id, model, language, speed, disclosure: spoken } as const;
  const script = await readSpeech(deps, caller, request);
  // A clip may cut the speech off, and its length is not known yet.
  if (syncMode !== 'cut_off') allowedSeconds(planOf(caller.plan), speechSeconds(script), undefined);
  return script;
}
