import type { Static } from '@sinclair/typebox';
import { CONSENT } from '../../../library/consents/index.ts';
import { PLANS } from '../../../money/plans/index.ts';
import { CREDITS_PER_UNIT } from '../../../money/pricing/index.ts';
import { DUB_KIND } from '../kind.ts';
import { listTranslations, targetLanguages } from './check-request.ts';
import type { PossibleDeps } from './create-dub.ts';
import type { DubCatalog } from './schemas.ts';

/** Lists the languages, files and prices that this server offers for dubs. */
export async function describeDubbing(deps: PossibleDeps): Promise<Static<typeof DubCatalog>> {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const { anyToAny, pairs, anyTo } = await listTranslations(deps);
  const outputs = Object.values(DUB_KIND.outputs).filter(({ path }) => path === 'output');
  const { stt_second, tts_character, video_second } = CREDITS_PER_UNIT;
  return {
    available: await deps.isOffered(['dub']),
    target_languages: targetLanguages(deps).map((code) => ({ code, name: names.of(code) ?? code })),
    any_to: anyTo,
    pairs: pairs.map((pair) => ({ ...pair, by: 'apertium' })),
    language_model: anyToAny ? (deps.languageModel ?? 'language-model') : null,
    transcription: deps.transcription.status() !== 'absent',
    formats: outputs.map(({ extension }) => extension),
    limits: Object.values(PLANS).map(({ id, mediaSeconds, uploadBytes }) => ({
      plan: id,
      max_seconds: mediaSeconds,
      max_bytes: uploadBytes,
    })),
    credits: { stt_second, tts_character, video_second },
    consent: CONSENT,
  };
}
