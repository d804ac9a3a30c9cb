import { type Static, Type } from '@sinclair/typebox';
import { SOUND_CONTENT_TYPES, SOUND_FORMATS } from '../../../engines/codec/index.ts';
import {
  ENERGY_CURVES,
  ERAS,
  EXCLUSIONS,
  GENRE_NAMES,
  INSTRUMENT_NAMES,
  MOOD_NAMES,
  PIECE_SECONDS,
  TIME_SIGNATURES,
  type TimeSignature,
} from '../../../engines/music/index.ts';

export const [MIN_SECONDS, MAX_SECONDS] = PIECE_SECONDS;
const MIN_SECTION_SECONDS = 1;
const MAX_SECTIONS = 8;
const MAX_HIT_POINTS = 20;
/** Accents nearer than this many seconds would be heard as one. */
export const MIN_HIT_GAP = 0.1;
/** An accent needs this many seconds to be heard before the piece has faded out. */
export const HIT_ROOM = 0.5;
const MAX_PROMPT = 1_000;
const MAX_SEED = 2 ** 32 - 1;

export const MUSIC_FORMATS = [...SOUND_FORMATS, 'midi'] as const;
export type MusicFormat = (typeof MUSIC_FORMATS)[number];
export const MUSIC_CONTENT_TYPES: Record<MusicFormat, string> = {
  ...SOUND_CONTENT_TYPES,
  midi: 'audio/midi',
};

const OneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description });

const SIGNATURES = Object.keys(TIME_SIGNATURES) as TimeSignature[];
const Tempo = Type.Number({
  minimum: 40,
  maximum: 240,
  description:
    'Quarter notes per minute, played exactly; the last chord lasts until the end. A loop may adjust it by up to 3 percent.',
});
const KeyName = Type.String({
  maxLength: 20,
  examples: ['D minor'],
  description: 'A note and a mode: `C major`, `F# minor`, `D dorian`.',
});
const Mood = OneOf(MOOD_NAMES, 'Decides mode, tempo and intensity where nothing else does.');
const Energy = OneOf(ENERGY_CURVES, 'How the intensity moves.');
const Intensity = Type.Number({ minimum: 0, maximum: 1, description: 'How dense and loud it is played.' });
const Signature = OneOf(SIGNATURES, 'Time signature.');
const Section = Type.Object(
  {
    seconds: Type.Number({ minimum: MIN_SECTION_SECONDS, maximum: MAX_SECONDS }),
    name: Type.Optional(
      Type.Union([Type.String({ maxLength: 40, examples: ['chorus'] }), Type.Null()], {
        description:
          'Your name for it. `intro`, `verse`, `build`, `chorus`, `bridge` and the like are understood.',
      }),
    ),
    mood: Type.Optional(Mood),
    key: Type.Optional(KeyName),
    intensity: Type.Optional(Intensity),
    energy: Type.Optional(
      Type.Union([Energy, Type.Null()], { description: 'Null follows the curve of the whole piece.' }),
    ),
  },
  { title: 'MusicSection', additionalProperties: false },
);
export type SectionView = Static<typeof Section>;
const Sections = Type.Array(Section, {
  maxItems: MAX_SECTIONS,
  description:
    'Each fills its length in whole bars where a tempo within 3 percent allows it. Their lengths must add up to `seconds`.',
});
const HitPoints = Type.Array(Type.Number({ minimum: 0, maximum: MAX_SECONDS }), {
  maxItems: MAX_HIT_POINTS,
  examples: [[2.5, 7.04]],
  description: `Seconds at which an accent falls, in order, at least ${MIN_HIT_GAP} s apart and ${HIT_ROOM} s before the end.`,
});

/** Every field may be changed and sent back; those that are left out are read from the prompt. */
export const PlanSchema = Type.Object(
  {
    genre: OneOf(GENRE_NAMES, 'Decides progressions, patterns, instruments and mix.'),
    mood: Mood,
    bpm: Tempo,
    tempo: OneOf(
      ['exact', 'flexible'],
      'Whether `bpm` is played exactly, or may move by up to 10 percent so that whole bars fill the length.',
    ),
    key: KeyName,
    time_signature: Signature,
    instruments: Type.Array(OneOf(INSTRUMENT_NAMES, 'From GET /api/v1/music.'), {
      maxItems: 6,
      description: 'Instruments that take over parts of the genre.',
    }),
    without: Type.Array(OneOf(EXCLUSIONS, 'A role, or a family of instruments.'), {
      maxItems: 16,
      description: 'What is left out.',
    }),
    energy: Energy,
    intensity: Intensity,
    era: Type.Union([OneOf(ERAS, 'A time whose recordings it sounds like.'), Type.Null()]),
    sections: Sections,
    hit_points: HitPoints,
  },
  { title: 'MusicPlan', additionalProperties: false },
);
export type PlanView = Static<typeof PlanSchema>;

export const MusicRequestSchema = Type.Object(
  {
    prompt: Type.String({
      minLength: 1,
      maxLength: MAX_PROMPT,
      examples: ['calm lo-fi with piano, no drums'],
      description:
        'Genre, mood, tempo, key, instruments and era in your own words. `no` and `without` leave something out.',
    }),
    seconds: Type.Optional(
      Type.Integer({
        minimum: MIN_SECONDS,
        maximum: MAX_SECONDS,
        examples: [10],
        description: 'Required, unless `history_id` is given: then the length of the speech is the default.',
      }),
    ),
    history_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Speech from GET /api/v1/history: the music is lowered while its words are spoken.',
      }),
    ),
    duck_db: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 40,
        description:
          'By how many decibels the music is lowered under the words of `history_id`. Default: 10.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_SEED,
        default: 0,
        description:
          'Another seed gives another piece. The same request gives the same sound, and the same bytes while the first is in the history.',
      }),
    ),
    bpm: Type.Optional(Tempo),
    key: Type.Optional(KeyName),
    time_signature: Type.Optional(Signature),
    intensity: Type.Optional(Intensity),
    sections: Type.Optional(Sections),
    hit_points: Type.Optional(HitPoints),
    loop: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Ends where it begins, so that it can be repeated without a seam.',
      }),
    ),
    format: Type.Optional(
      Type.Unsafe<MusicFormat>({
        type: 'string',
        enum: [...MUSIC_FORMATS],
        default: 'wav',
        description: 'ogg is Vorbis; midi has the notes without the sound.',
      }),
    ),
    stems: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Answers with a ZIP archive: `mix` and one file each for drums, bass, chords, pads, melody and noise, as far as the piece has them. They sum to the mix, sample by sample. For the formats wav and flac.',
      }),
    ),
    model: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'From `models` of GET /api/v1/music. Default: the service’s own. A worker’s model reads the prompt in its own way and may not repeat itself.',
      }),
    ),
    plan: Type.Optional(
      Type.Partial(PlanSchema, {
        title: 'MusicPlanChange',
        additionalProperties: false,
        description: 'Overrides what is read from the prompt.',
      }),
    ),
  },
  { title: 'MusicRequest' },
);
export type MusicRequest = Static<typeof MusicRequestSchema>;
