import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { DubScript } from './project.ts';

/** How far an attempt got. Every stage adds to what the one before it knows. */
const DubCheckpoint = Type.Object({
  version: Type.Literal(1),
  script: DubScript,
  /** Whether recognition ran, which is charged. */
  heard: Type.Boolean(),
  translated_by: Type.Union([Type.String(), Type.Null()]),
  /** Set once every line is spoken: the file of the checkpoint has them. */
  spoken: Type.Union([
    Type.Object({
      marks: Type.Array(Type.Object({ original: Type.Number(), result: Type.Number() })),
      seconds: Type.Number(),
      /** Characters to charge. The script no longer tells them from those of earlier jobs. */
      characters: Type.Integer(),
    }),
    Type.Null(),
  ]),
});
export type DubCheckpoint = Static<typeof DubCheckpoint>;

const checkpoints = TypeCompiler.Compile(DubCheckpoint);

/** One that another version saved is not used. */
export function readDubCheckpoint(checkpoint: unknown): DubCheckpoint | null {
  return checkpoints.Check(checkpoint) ? checkpoint : null;
}
