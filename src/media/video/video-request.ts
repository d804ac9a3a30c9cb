import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { SYNC_MODES } from '../../../engines/video/index.ts';
import { UnreadableRequest } from '../../work/workers/index.ts';
import { LONGEST_SECONDS } from './video-length.ts';

const Names = { maxLength: 200 };

/** Names of a job's input files. */
export const INPUTS = { picture: 'picture', sound: 'sound', background: 'background' } as const;

const Background = Type.Union([
  Type.Object({
    kind: Type.Literal('scene'),
    scene: Type.Union([Type.Literal('studio'), Type.Literal('office')]),
  }),
  Type.Object({ kind: Type.Literal('colour'), colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }) }),
  Type.Object({ kind: Type.Literal('image'), input: Type.String(Names) }),
]);

const Face = Type.Optional(Type.Integer({ minimum: 0, maximum: 20 }));

/** A video job's request: everything a worker needs, and nothing about the account. */
export const VideoRequest = Type.Object(
  {
    /** Absent when the audio is an input file. */
    script: Type.Optional(
      Type.Object({
        text: Type.String(),
        voice_id: Type.String(Names),
        /** Keeps a custom voice as it was when the job was created, because the voice may be gone when the job runs. */
        speaker: Type.Optional(Type.Object({})),
        model: Type.String(Names),
        language: Type.Optional(Type.String(Names)),
        speed: Type.Optional(Type.Number()),
        pronunciations: Type.Optional(Type.Record(Type.String(), Type.String())),
        dictionary: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
    ),
    picture: Type.Union([
      Type.Object({
        kind: Type.Literal('presenter'),
        presenter_id: Type.String(Names),
        background: Background,
      }),
      Type.Object({ kind: Type.Literal('image'), input: Type.String(Names), face: Face }),
      Type.Object({
        kind: Type.Literal('video'),
        input: Type.String(Names),
        face: Face,
        sync_mode: Type.Union(SYNC_MODES.map((mode) => Type.Literal(mode))),
        /** Seconds as probed when the clip was received. */
        clip_seconds: Type.Optional(Type.Number({ minimum: 0 })),
      }),
    ]),
    /** The language of the label in the picture. Without it there is none. */
    label: Type.Optional(Type.String(Names)),
    lipsync_model: Type.String(Names),
    /** 480, 720 or 1080. */
    height: Type.Integer({ minimum: 120, maximum: 2_160 }),
    audio_kbps: Type.Integer({ minimum: 32, maximum: 512 }),
    /** A longer video fails. Absent in jobs of earlier versions. */
    max_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_000 })),
  },
  { title: 'VideoRequest' },
);

export type VideoRequest = Static<typeof VideoRequest>;
export type Script = NonNullable<VideoRequest['script']>;

const compiled = TypeCompiler.Compile(VideoRequest);

export function readVideoRequest(request: unknown): VideoRequest & { max_seconds: number } {
  if (compiled.Check(request)) return { ...request, max_seconds: request.max_seconds ?? LONGEST_SECONDS };
  const problems = [...compiled.Errors(request)].map(({ path, message }) => `${path} ${message}`);
  throw new UnreadableRequest(problems.join('; '));
}

/** Whether a clip shorter than the audio ends the video. */
export function cutsOff({ picture }: VideoRequest): boolean {
  return picture.kind === 'video' && picture.sync_mode === 'cut_off';
}
