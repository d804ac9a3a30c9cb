import { Type } from '@sinclair/typebox';
import { NextCursor } from '../../http/index.ts';
import type { Run } from './queries.ts';

/** The playground can run these operations. */
export const OPERATIONS = [
  'POST /api/v1/tts',
  'POST /api/v1/tts/stream',
  'POST /api/v1/tts/with-timestamps',
  'POST /api/v1/stt',
  'POST /api/v1/music',
  'POST /api/v1/sfx',
  'POST /api/v1/avatar',
  'POST /api/v1/dub',
  'POST /api/v1/generate',
  'POST /api/v1/generate/batch',
  'POST /api/voices/design/preview',
] as const;

const Time = Type.String({ format: 'date-time' });
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' });
const Request = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The body of the operation. Not checked before it is run.',
});

export const SaveRunBody = Type.Object({
  name: Name,
  operation: Type.Union(
    OPERATIONS.map((operation) => Type.Literal(operation)),
    { description: 'Method and path of what is run.' },
  ),
  request: Request,
});

export const ChangeRunBody = Type.Partial(Type.Object({ name: Name, request: Request }));

export const RunParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const RunView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  operation: Type.String(),
  created_at: Time,
  updated_at: Time,
});

export const WholeRunView = Type.Composite([
  RunView,
  Type.Object({ request: Type.Record(Type.String(), Type.Unknown()) }),
]);

export const RunPage = Type.Object({ runs: Type.Array(RunView), next_cursor: NextCursor });

export function viewOf({ id, name, operation, createdAt, updatedAt }: Run) {
  return { id, name, operation, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
