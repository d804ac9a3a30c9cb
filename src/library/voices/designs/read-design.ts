import { findLanguage, type SpeechEngine, UnsupportedLanguage } from '../../../../engines/speech/index.ts';
import { type DesignOutline, outlineDesign } from '../../../../engines/voice-design/index.ts';
import { countCharacters } from '../../../money/pricing/index.ts';
import { domainError, fieldFault } from '../../../platform/errors.ts';
import { findSpeaker } from '../catalog.ts';
import { VoiceNotFound } from '../errors.ts';
import { previewLineFor } from '../preview-lines.ts';
import type { DesignBrief } from './design.ts';
import {
  DEFAULT_SEED,
  type DesignRequest,
  MOST_PREVIEW_CHARACTERS,
  PROMPT_CHARACTERS,
  type PreviewRequest,
} from './schemas.ts';

export const InvalidDesign = domainError('invalid', 'invalid_request', fieldFault);

/** A valid description of a voice. */
export type ReadDesign = {
  brief: DesignBrief;
  language: string;
  outline: Pick<DesignOutline, 'gender'> & Partial<DesignOutline>;
  preview: { text: string; characters: number; seconds: number };
};

type Deps = { engine: SpeechEngine };
type Described = Omit<PreviewRequest, 'prompt'>;

/** Refuses all that is invalid. */
export async function readDesign(deps: Deps, request: DesignRequest): Promise<ReadDesign> {
  const { prompt, blend } = request;
  if (blend !== undefined) return readBlend(deps, { ...request, blend });
  if (prompt === undefined) throw new InvalidDesign('prompt', 'is required');
  return readDescription(deps, { ...request, prompt });
}

export async function readDescription(
  deps: Deps,
  {
    prompt: written,
    gender,
    age,
    accent,
    language = 'en',
    seed = DEFAULT_SEED,
    preview_text,
  }: PreviewRequest,
): Promise<ReadDesign> {
  const prompt = written.normalize('NFC').trim();
  const characters = countCharacters(prompt);
  const { min, max } = PROMPT_CHARACTERS;
  if (characters < min || characters > max)
    throw new InvalidDesign('prompt', `must have ${min} to ${max} characters`);
  const code = findLanguage(language)?.code;
  const voice = deps.engine.voices.find((preset) => preset.language === code);
  if (!voice) throw new UnsupportedLanguage(`There are no voices that speak "${language.slice(0, 20)}".`);
  const brief = {
    prompt,
    ...(gender && { gender }),
    ...(age && { age }),
    ...(accent && { accent }),
    language,
    seed,
  };
  const outline = outlineDesign(prompt, brief);
  const preview = await readPreview(deps, voice.id, preview_text ?? previewLineFor(voice.language));
  return { brief, language, outline, preview };
}

const NOT_WITH_BLEND = ['prompt', 'language', 'gender', 'age', 'accent', 'seed'] as const;

async function readBlend(
  deps: Deps,
  request: Described & { blend: string; prompt?: string },
): Promise<ReadDesign> {
  const extra = NOT_WITH_BLEND.find((field) => request[field] !== undefined);
  if (extra) throw new InvalidDesign(extra, 'cannot be combined with blend');
  const { blend, preview_text } = request;
  const { language, gender } = presetOf(deps.engine, blend);
  const preview = await readPreview(deps, blend, preview_text ?? previewLineFor(language));
  return { brief: { blend }, language, outline: { gender }, preview };
}

/** A wrong name inside a field is a fault of the request, not a missing resource. */
function presetOf(engine: SpeechEngine, blend: string) {
  try {
    return findSpeaker(engine.voices, blend);
  } catch (error) {
    if (!(error instanceof VoiceNotFound)) throw error;
    throw new InvalidDesign(
      'blend',
      'may only name preset voices; GET /api/v1/voices?source=preset lists them',
    );
  }
}

async function readPreview({ engine }: Deps, voiceId: string, written: string) {
  const text = written.normalize('NFC');
  const characters = countCharacters(text);
  if (characters > MOST_PREVIEW_CHARACTERS)
    throw new InvalidDesign('preview_text', `must have at most ${MOST_PREVIEW_CHARACTERS} characters`);
  const { seconds } = await engine.check({ text, voiceId });
  return { text, characters, seconds };
}
