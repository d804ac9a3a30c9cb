import { Type } from '@sinclair/typebox';
import { CatalogQuerySchema, DesignRequestSchema } from '../../../library/voices/index.ts';
import { ApiError } from '../api.ts';
import { defineTool, textResult } from '../tool.ts';

type Catalog = { voices: Record<string, unknown>[]; next_cursor: string | null };

export const VOICE_TOOLS = [
  defineTool({
    name: 'list_voices',
    title: 'List voices',
    description:
      'Finds voices: presets, your clones and designs that are ready, and published voices of others.',
    readOnly: true,
    input: Type.Object({
      ...Type.Omit(CatalogQuerySchema, ['limit']).properties,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    }),
    async run({ api }, input) {
      const { voices, next_cursor } = JSON.parse(
        (await api.get('/api/v1/voices', input)).body.toString(),
      ) as Catalog;
      return textResult({ voices: voices.map(({ preview_url, ...voice }) => voice), next_cursor });
    },
  }),
  defineTool({
    name: 'design_voice',
    title: 'Design a voice',
    description:
      'Makes a voice from a description, or saves a blend of presets. Takes a custom voice slot of the plan and no credits. Ask get_voice until it is ready.',
    input: Type.Omit(DesignRequestSchema, ['engine', 'webhook_url']),
    run: async ({ api }, json) =>
      textResult(
        JSON.parse((await api.post('/api/voices/design', { json }, { finish: true })).body.toString()),
      ),
  }),
  defineTool({
    name: 'get_voice',
    title: 'Status of a custom voice',
    description: 'Tells whether a clone or design of yours is ready, and why it failed if it did.',
    readOnly: true,
    input: Type.Object({ voice_id: Type.String({ minLength: 1, maxLength: 100 }) }),
    async run({ api }, { voice_id }) {
      const id = encodeURIComponent(voice_id);
      const answer = await api.get(`/api/voices/design/${id}`).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'voice_not_found')
          return api.get(`/api/voices/clone/${id}`);
        throw error;
      });
      return textResult(JSON.parse(answer.body.toString()));
    },
  }),
];
