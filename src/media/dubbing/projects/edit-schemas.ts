import { Type } from '@sinclair/typebox';
import { SYNC_MODES, type SyncMode } from '../../../../engines/video/index.ts';
import { WebhookUrl } from '../../video/index.ts';
import { Glossary } from '../project.ts';
import { SCRIPT_LIMITS } from '../script.ts';
import { LineView, SpeakerView } from './schemas.ts';

const Version = Type.Optional(
  Type.Integer({
    description: 'Refuses the change with 409 if the dub has another version by now.',
    examples: [1],
  }),
);
const Words = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: SCRIPT_LIMITS.lineCharacters,
    pattern: '\\S',
    description,
    examples: ['Hello everybody.'],
  });
const Seconds = Type.Number({ minimum: 0, description: 'From the start of the part that is dubbed.' });
const Id = Type.String({ minLength: 1, maxLength: 64 });

export const LineParams = Type.Object({ id: Type.String({ maxLength: 100 }), line_id: Id });
export const SpeakerParams = Type.Object({ id: Type.String({ maxLength: 100 }), speaker_id: Id });

export const DubChange = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ['My film'] })),
  glossary: Type.Optional(Glossary),
  lip_sync: Type.Optional(Type.Boolean()),
  sync_mode: Type.Optional(Type.Unsafe<SyncMode>({ type: 'string', enum: [...SYNC_MODES] })),
  fit: Type.Optional(Type.Unsafe<'speech' | 'picture'>({ type: 'string', enum: ['speech', 'picture'] })),
  drop_background: Type.Optional(Type.Boolean()),
  consent: Type.Optional(
    Type.Literal(true, { description: 'Agrees to the text of GET /api/voices/consent for all speakers.' }),
  ),
  version: Version,
});

const SOURCE = 'What was said. Without `translation`, the next render translates it.';
const TRANSLATION = 'What is said instead.';
export const NewLine = Type.Object({
  start: Seconds,
  end: Seconds,
  speaker_id: Id,
  source: Type.Optional(Words(SOURCE)),
  translation: Type.Optional(Words(TRANSLATION)),
  version: Version,
});
export const LineChangeBody = Type.Partial(NewLine);

export const SplitBody = Type.Object({
  at: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: SCRIPT_LIMITS.lineCharacters,
      description:
        'Character of the translation. The line is split at the word nearest to it. Default: the middle.',
    }),
  ),
  time: Type.Optional(Type.Number({ minimum: 0, description: 'Second at which the second half begins.' })),
  version: Version,
});
export const MergeBody = Type.Object({
  line_ids: Type.Array(Id, {
    minItems: 2,
    maxItems: 2,
    uniqueItems: true,
    description: 'Two lines of one speaker that follow each other.',
  }),
  version: Version,
});
export const LinesAnswer = Type.Object({
  version: Type.Integer(),
  lines: Type.Array(LineView, { description: 'The lines that were made or changed.' }),
});

const VoiceId = Type.String({ minLength: 1, maxLength: 200, examples: ['af_heart'] });
const SpeakerName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['Ana'] });
export const NewSpeaker = Type.Object({
  name: SpeakerName,
  voice_id: Type.Optional(VoiceId),
  version: Version,
});
export const SpeakerChange = Type.Object({
  name: Type.Optional(SpeakerName),
  voice_id: Type.Optional(VoiceId),
  use: Type.Optional(
    Type.Unsafe<'matched' | 'nearest'>({
      type: 'string',
      enum: ['matched', 'nearest'],
      description:
        '`matched` makes a voice from their lines (needs consent); `nearest` takes the most similar preset.',
    }),
  ),
  same_as: Type.Optional(
    Type.Object(
      { dub_id: Type.String({ maxLength: 100 }), speaker_id: Id },
      { description: 'A speaker of another dub.' },
    ),
  ),
  version: Version,
});
export const SpeakerAnswer = Type.Object({ version: Type.Integer(), speaker: SpeakerView });

export const RenderBody = Type.Object({ webhook_url: Type.Optional(WebhookUrl) });
