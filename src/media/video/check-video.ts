import type { SpeechEngine } from '../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { judgeUrl, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { checkSpeech } from '../speech/index.ts';
import { checkVideoModel } from './lipsync-models.ts';

type Fields = {
  text?: string | undefined;
  model?: string | undefined;
  video_model?: string | undefined;
  webhook_url?: string | undefined;
};

/** Refuses invalid fields before anything is looked up or fetched: 400 comes before 404. */
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

export function checkWebhookUrl(url: string | undefined, outbound: OutboundPolicy): string | undefined {
  return url && judgeUrl(url, outbound).href;
}
