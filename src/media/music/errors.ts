import { domainError } from '../../platform/errors.ts';

export const PromptRequired = domainError('invalid', 'prompt_required', 'prompt is required.');

export const UnknownKey = domainError(
  'invalid',
  'invalid_key',
  'key must be a note and a mode, such as "C major", "F# minor" or "D dorian".',
);

export const SecondsRequired = domainError(
  'invalid',
  'seconds_required',
  'seconds is required, unless history_id names speech.',
);

/** `history_id` or `duck_db` where they make no sense. */
export const NothingToDuck = domainError('invalid', 'nothing_to_duck', (message: string) => message);

export const NoWordTimes = domainError(
  'invalid',
  'no_word_times',
  'history_id must be speech with words. This generation has no word times to lower music under.',
);

export const SpeechTooLong = domainError(
  'invalid',
  'speech_too_long',
  (seconds: number, most: number) =>
    `The speech is ${seconds.toFixed(1)} seconds long, and music at most ${most}. Send seconds to cover its beginning.`,
);

export const StemsNotLossless = domainError(
  'invalid',
  'stems_not_lossless',
  'Stems are WAV or FLAC files: lossy ones would not sum to the mix, and MIDI has no sound. Use format wav or flac.',
);

export const NotWithWorkers = domainError(
  'invalid',
  'not_with_this_model',
  (model: string) => `${model} gives neither stems nor MIDI. Leave out model, or ask for another format.`,
);

export const SectionsDoNotAddUp = domainError(
  'invalid',
  'invalid_sections',
  (sum: number, seconds: number) =>
    `The sections add up to ${Number(sum.toFixed(3))} seconds; seconds is ${seconds}.`,
);

export const InvalidHitPoints = domainError('invalid', 'invalid_hit_points', (message: string) => message);
