import { InvalidSpeakerField } from './errors.ts';
import { MOST_SPEAKERS } from './schemas.ts';
import type { Wanted } from './transcribe-audio.ts';

/** In a form every value is text. */
export function speakersFrom(fields: Record<string, string>): Wanted['speakers'] {
  const max = maxFrom(fields.max_speakers);
  return isWanted(fields.speaker_labels) ? { max } : undefined;
}

function isWanted(field: string | undefined): boolean {
  if (field === undefined || field === 'false') return false;
  if (field === 'true') return true;
  throw new InvalidSpeakerField('speaker_labels must be true or false.');
}

function maxFrom(field: string | undefined): number {
  if (field === undefined) return MOST_SPEAKERS;
  const max = /^\d$/u.test(field) ? Number(field) : 0;
  if (max < 1 || max > MOST_SPEAKERS)
    throw new InvalidSpeakerField(`max_speakers must be a whole number from 1 to ${MOST_SPEAKERS}.`);
  return max;
}
