import { type Static, Type } from '@sinclair/typebox';
import { FITS } from './fit-lines.ts';

/** Seconds on the timeline of the film that is dubbed: of the chosen range, if there is one. */
const Seconds = Type.Number({ minimum: 0 });
const Id = Type.String({ minLength: 1, maxLength: 64 });

/** This voice says the lines of a speaker. */
export const DubVoice = Type.Union([
  /** Made from the speaker's own lines, with consent. `speaker` is an artifact of the speech engine. */
  Type.Object({ kind: Type.Literal('matched'), speaker: Type.Unknown(), score: Type.Number() }),
  /** The preset of the target language that is most like the speaker. */
  Type.Object({
    kind: Type.Literal('nearest'),
    voice_id: Type.String(),
    /** The preset, changed so that nobody else in the film sounds the same. */
    speaker: Type.Optional(Type.Unknown()),
  }),
  /** Chosen by the customer: a preset, a blend, a voice of the account or a licensed one. */
  Type.Object({
    kind: Type.Literal('chosen'),
    voice_id: Type.String(),
    /** Absent for presets and blends. */
    speaker: Type.Optional(Type.Unknown()),
  }),
]);
export type DubVoice = Static<typeof DubVoice>;

export const DubSpeaker = Type.Object({
  id: Id,
  name: Type.String({ maxLength: 100 }),
  /** Seconds that they speak in the film. */
  seconds: Type.Number({ minimum: 0 }),
  /** X-vector of their lines. Null if they speak too little. */
  print: Type.Union([Type.Array(Type.Number()), Type.Null()]),
  /** Null until a voice is found for them. */
  voice: Type.Union([DubVoice, Type.Null()]),
});
export type DubSpeaker = Static<typeof DubSpeaker>;

/** The sound of a line in the file of spoken lines, and its place in the result. */
export const SpokenLine = Type.Object({
  /** Tells from what it was spoken: words, voice and language. Another key means that it must be spoken again. */
  key: Type.String({ maxLength: 64 }),
  /** Samples in the file of speech. */
  offset: Type.Integer({ minimum: 0 }),
  length: Type.Integer({ minimum: 0 }),
  /** Seconds on the timeline of the result. */
  start: Seconds,
  end: Seconds,
  rate: Type.Number({ exclusiveMinimum: 0 }),
  fit: Type.Union(FITS.map((fit) => Type.Literal(fit))),
});
export type SpokenLine = Static<typeof SpokenLine>;

export const DubLine = Type.Object({
  id: Id,
  speaker_id: Id,
  /** Whether the label of the speaker is a guess. */
  speaker_unsure: Type.Boolean(),
  start: Seconds,
  end: Seconds,
  /** The words of the film. Null if the script came in the target language. */
  source: Type.Union([Type.String(), Type.Null()]),
  /** The words of the dub. Null until the line is translated. */
  translation: Type.Union([Type.String(), Type.Null()]),
  /** Words that the translator did not know and left as they were. */
  unknown_words: Type.Array(Type.String()),
  /** Null until it is spoken. */
  spoken: Type.Union([SpokenLine, Type.Null()]),
});
export type DubLine = Static<typeof DubLine>;

/** Holds all lines and speakers of a dub. It is one document, so that a job takes and returns it as a whole. */
export const DubScript = Type.Object({
  /** Null until it is heard. */
  source_language: Type.Union([Type.String(), Type.Null()]),
  speakers: Type.Array(DubSpeaker, { maxItems: 20 }),
  /** Lines are in the order of their starts. */
  lines: Type.Array(DubLine, { maxItems: 5_000 }),
});
export type DubScript = Static<typeof DubScript>;

/** Terms of the source language with the words to use for them. */
export const Glossary = Type.Record(
  // A pattern, because lengths of names are not checked.
  Type.String({ pattern: '^[\\s\\S]{1,100}$' }),
  Type.String({ minLength: 1, maxLength: 100 }),
  { maxProperties: 200, additionalProperties: false },
);
export type Glossary = Static<typeof Glossary>;
