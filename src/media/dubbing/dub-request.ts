import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { SYNC_MODES } from '../../../engines/video/index.ts';
import { UnreadableRequest } from '../../work/workers/index.ts';
import { DubScript, Glossary } from './project.ts';

/** Names of the inputs of a job. */
export const INPUTS = { film: 'film', speech: 'speech' } as const;

const ScriptLine = Type.Object({
  text: Type.String(),
  speaker: Type.Union([Type.String(), Type.Null()]),
  time: Type.Union([Type.Object({ start: Type.Number(), end: Type.Number() }), Type.Null()]),
});

/** The worker gets this request. */
export const DubRequestSchema = Type.Object({
  /** The dub that is rendered, which the events of the job name. */
  dub_id: Type.Optional(Type.String()),
  target_language: Type.String(),
  /** Null: it is detected. */
  source_language: Type.Union([Type.String(), Type.Null()]),
  /** The part of the film that is dubbed, in seconds. Null: all of it. */
  range: Type.Union([Type.Object({ from: Type.Number(), to: Type.Number() }), Type.Null()]),
  /** Describes the film as it was uploaded, before `range` cuts it. */
  film: Type.Object({
    has_video: Type.Boolean(),
    seconds: Type.Number(),
    content_type: Type.String(),
  }),
  /** Holds the lines that are already known. Null: the film has not been heard. */
  script: Type.Union([DubScript, Type.Null()]),
  /** The customer wrote these lines, and they replace what would be heard. */
  given: Type.Union([Type.Object({ language: Type.String(), lines: Type.Array(ScriptLine) }), Type.Null()]),
  /** Null: as many as are heard. */
  num_speakers: Type.Union([Type.Integer({ minimum: 1, maximum: 20 }), Type.Null()]),
  /** The voice of every speaker that has none yet. */
  voice: Type.Union([
    Type.Object({ voice_id: Type.String(), speaker: Type.Optional(Type.Unknown()) }),
    Type.Null(),
  ]),
  /** Whether the speakers have agreed to voices like their own. */
  consent: Type.Boolean(),
  glossary: Glossary,
  lip_sync: Type.Boolean(),
  sync_mode: Type.Union(SYNC_MODES.map((mode) => Type.Literal(mode))),
  /** `picture`: a line that is too long stretches the picture, instead of being rushed. */
  fit: Type.Union([Type.Literal('speech'), Type.Literal('picture')]),
  drop_background: Type.Boolean(),
  lipsync_model: Type.String(),
  height: Type.Integer(),
  audio_kbps: Type.Integer(),
  max_seconds: Type.Number(),
  /** Seconds of picture that are charged, where less changed than is rendered. Absent: all that is rendered. */
  billed_seconds: Type.Optional(Type.Number({ minimum: 0 })),
});
export type DubRequest = Static<typeof DubRequestSchema>;

const requests = TypeCompiler.Compile(DubRequestSchema);

export function readDubRequest(request: unknown): DubRequest {
  if (requests.Check(request)) return request;
  throw new UnreadableRequest(requests.Errors(request).First()?.path ?? '');
}

/** Null in its place: lip_sync is off, or no face was found. */
export const LipsMoved = Type.Object({
  faces: Type.Integer({ minimum: 1, description: 'Most faces seen at the same time.' }),
  speakers: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 20,
    description: 'Ids of the speakers whose faces were found and move with their lines.',
  }),
});

/** A finished job hands this over beside its files. */
export const DubProduct = Type.Object({
  script: DubScript,
  /** Length of the result. It exceeds that of the film if the picture was stretched. */
  seconds: Type.Number({ minimum: 0 }),
  /** Names of the translators that were used, for the record. */
  translated_by: Type.Union([Type.String(), Type.Null()]),
  lips: Type.Union([LipsMoved, Type.Null()]),
});
export type DubProduct = Static<typeof DubProduct>;
