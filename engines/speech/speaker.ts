import { KEPT_LENGTH } from './decoder/kept-adaptation.ts';
import { ForeignSpeaker, InvalidSpeaker } from './errors.ts';
import { BAND_HERTZ, MAX_DB } from './kokoro/equaliser.ts';
import { STYLE_SIZE } from './kokoro/styles.ts';
import { TIMBRE_PARTS, TIMBRE_SIZE } from './kokoro/timbre-parts.ts';
import { findVoice } from './voices.ts';

/** A cloned, designed or remixed voice. Plain data, stored as JSON for the lifetime of the voice. */
export type SpeakerArtifact = {
  engine: typeof SPEAKER_ENGINE;
  version: typeof SPEAKER_VERSION;
  /** The preset that sets language and accent, and how the style varies with the length of an utterance. */
  baseVoice: string;
  /** 256 numbers, for an utterance of usual length: timbre, then prosody. */
  style: number[];
  /** Concatenated timbre offsets for the parts of the decoder. Absent: none. */
  timbreOffsets?: number[];
  /** Factor on the pitch of the style. */
  f0Scale: number;
  /** Factor on the speaking rate of the style. */
  pace: number;
  /** One for each of `BAND_HERTZ`. */
  equaliserDb: number[];
  /** Adapts our decoder to the voice, in base64. Without it, or made for another decoder: Kokoro's generator speaks. */
  adaptation?: string;
  /** Where the adaptation is kept apart from the voice: whoever has it speak puts `adaptation` in. */
  adaptationKey?: string;
  /** Similarity to the original voice. Null if there is none. */
  score: number | null;
};

export const SPEAKER_ENGINE = 'kokoro-82m';
/** Increase this when the meaning of an artifact changes. */
export const SPEAKER_VERSION = 1;

/** Beyond these limits the speech becomes hard to understand. */
export const SPEAKER_LIMITS = {
  style: { min: -3, max: 3 },
  timbreOffsets: { min: -3, max: 3 },
  f0Scale: { min: 0.5, max: 2 },
  pace: { min: 0.7, max: 1.4 },
  equaliserDb: { min: -MAX_DB, max: MAX_DB },
  score: { min: -1, max: 1 },
};

/** A voice that is changed needs an adaptation of its own. */
export function withoutAdaptation({
  adaptation: _,
  adaptationKey: __,
  ...speaker
}: SpeakerArtifact): SpeakerArtifact {
  return speaker;
}

type Range = { min: number; max: number };

/** Validates a stored artifact parsed from JSON. Throws if this engine cannot use it. */
export function readSpeaker(kept: unknown): SpeakerArtifact {
  if (typeof kept !== 'object' || kept === null) throw new InvalidSpeaker('it is not an object');
  const fields = kept as Partial<Record<keyof SpeakerArtifact, unknown>>;
  if (fields.engine !== SPEAKER_ENGINE || fields.version !== SPEAKER_VERSION) throw new ForeignSpeaker();
  const { baseVoice } = fields;
  if (typeof baseVoice !== 'string' || !findVoice(baseVoice))
    throw new InvalidSpeaker('its base voice does not exist');
  return {
    engine: SPEAKER_ENGINE,
    version: SPEAKER_VERSION,
    baseVoice,
    style: numbers('style', fields.style, STYLE_SIZE, SPEAKER_LIMITS.style),
    ...(fields.timbreOffsets !== undefined && { timbreOffsets: offsets(fields.timbreOffsets) }),
    f0Scale: number('f0Scale', fields.f0Scale, SPEAKER_LIMITS.f0Scale),
    pace: number('pace', fields.pace, SPEAKER_LIMITS.pace),
    equaliserDb: numbers('equaliserDb', fields.equaliserDb, BAND_HERTZ.length, SPEAKER_LIMITS.equaliserDb),
    ...(fields.adaptation !== undefined && { adaptation: adaptationText(fields.adaptation) }),
    ...(typeof fields.adaptationKey === 'string' && { adaptationKey: fields.adaptationKey }),
    score: fields.score === null ? null : number('score', fields.score, SPEAKER_LIMITS.score),
  };
}

/** What it says of the decoder is looked at when it speaks. */
function adaptationText(value: unknown): string {
  if (typeof value !== 'string' || value.length !== KEPT_LENGTH)
    throw new InvalidSpeaker(`adaptation must be a text of ${KEPT_LENGTH} characters`);
  return value;
}

function offsets(value: unknown): number[] {
  return numbers('timbreOffsets', value, TIMBRE_PARTS * TIMBRE_SIZE, SPEAKER_LIMITS.timbreOffsets);
}

function numbers(name: string, value: unknown, count: number, range: Range): number[] {
  if (!Array.isArray(value) || value.length !== count)
    throw new InvalidSpeaker(`${name} must have ${count} numbers`);
  return value.map((one) => number(name, one, range));
}

function number(name: string, value: unknown, { min, max }: Range): number {
  if (typeof value !== 'number' || !(value >= min && value <= max))
    throw new InvalidSpeaker(`${name} must be from ${min} to ${max}`);
  return value;
}
