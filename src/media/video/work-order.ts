import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { SYNC_MODES } from '../../engines/video/index.ts';
import { UnreadableWorkOrder } from './errors.ts';

const Names = { maxLength: 200 };

/** Names of files that travel with a job. */
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

/** What a worker is told of a film: everything that it needs, and nothing of who pays for it. */
export const VideoWorkOrder = Type.Object(
  {
    /** Absent when the sound comes as a file. */
    script: Type.Optional(
      Type.Object({
        text: Type.String(),
        voice_id: Type.String(Names),
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
      }),
    ]),
    lipsync_model: Type.String(Names),
    /** 480, 720 or 1080. */
    height: Type.Integer({ minimum: 120, maximum: 2_160 }),
    audio_kbps: Type.Integer({ minimum: 32, maximum: 512 }),
  },
  { title: 'VideoWorkOrder' },
);

export type VideoWorkOrder = Static<typeof VideoWorkOrder>;

const orders = TypeCompiler.Compile(VideoWorkOrder);

export function readWorkOrder(request: unknown): VideoWorkOrder {
  if (orders.Check(request)) return request;
  const problems = [...orders.Errors(request)].map(({ path, message }) => `${path} ${message}`);
  throw new UnreadableWorkOrder(problems.join('; '));
}
