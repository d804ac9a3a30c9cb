import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { LanguageModel } from '../../../engines/language-model/index.ts';
import { DEFAULT_LIPSYNC_MODEL } from '../../../engines/lipsync/index.ts';
import type { MusicEngine } from '../../../engines/music/index.ts';
import type { EffectsEngine } from '../../../engines/sound-effects/index.ts';
import type { SpeechEngine } from '../../../engines/speech/index.ts';
import type { TranscriptionEngine } from '../../../engines/transcription/index.ts';
import { type IsOffered, listLipsyncModels } from '../../media/video/index.ts';

const ModelView = Type.Object(
  {
    id: Type.String({ examples: ['kokoro-82m'] }),
    kind: Type.Union(
      (['speech', 'transcription', 'music', 'sound_effects', 'lip_sync', 'language'] as const).map((kind) =>
        Type.Literal(kind),
      ),
    ),
    licence: Type.Union([Type.String(), Type.Null()], {
      description: 'SPDX id where there is one; null where the operator chose the model.',
    }),
    available: Type.Boolean({ description: 'Whether this server can run it now.' }),
    default: Type.Boolean({ description: 'Used when a request names no model, if it is available.' }),
    method: Type.Optional(
      Type.Union([Type.Literal('neural'), Type.Literal('procedural')], {
        description: 'Lip-sync only. Paid plans use neural models.',
      }),
    ),
  },
  { title: 'ModelInfo' },
);
type ModelView = Static<typeof ModelView>;

type Deps = {
  speech: Pick<SpeechEngine, 'capabilities' | 'status'>;
  transcription: Pick<TranscriptionEngine, 'models' | 'status'>;
  music: Pick<MusicEngine, 'model' | 'status'>;
  effects: Pick<EffectsEngine, 'model' | 'status'>;
  languageModel: Pick<LanguageModel, 'model'> | null;
  isOffered: IsOffered;
};

/** This program brings weights under these licences. */
const LICENCES: Record<string, string> = {
  'kokoro-82m': 'Apache-2.0',
  'moonshine-base': 'MIT',
  'moonshine-tiny': 'MIT',
  'vox-composer': 'Apache-2.0',
  'vox-effects-1': 'Apache-2.0',
  'whisper-base': 'MIT',
  'whisper-small': 'MIT',
};

export function modelRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Service'],
      operationId: 'get_v1_models_catalog',
      summary: 'List models',
      description:
        'Speech, transcription, music, sound effect, lip-sync and language models, with licences and availability.',
      response: { 200: Type.Object({ models: Type.Array(ModelView) }) },
    };
    app.get('/api/v1/models', { schema, config: { auth: 'public', bucket: 'public' } }, async () => ({
      models: [...engineModels(deps), ...(await lipsyncModels(deps))],
    }));
  };
}

function engineModels({ speech, transcription, music, effects, languageModel }: Deps): ModelView[] {
  const speechModel = speech.capabilities.model;
  const isAvailable = transcription.status() !== 'absent' && transcription.status() !== 'down';
  const models: ModelView[] = [
    model('speech', speechModel, speech.status() !== 'down', true),
    ...transcription.models.map(({ id, installed, isDefault }) =>
      model('transcription', id, isAvailable && installed, isDefault),
    ),
    model('music', music.model, music.status() !== 'absent', true),
    model('sound_effects', effects.model, effects.status() !== 'down', true),
  ];
  return languageModel ? [...models, model('language', languageModel.model, true, true)] : models;
}

function model(kind: ModelView['kind'], id: string, available: boolean, isDefault: boolean): ModelView {
  return { id, kind, licence: LICENCES[id] ?? null, available, default: isDefault };
}

async function lipsyncModels({ isOffered }: Deps): Promise<ModelView[]> {
  const models = await listLipsyncModels(isOffered);
  return models.map(({ name: id, kind: method, licence, available }) => ({
    id,
    kind: 'lip_sync' as const,
    licence,
    available,
    default: id === DEFAULT_LIPSYNC_MODEL,
    method,
  }));
}
