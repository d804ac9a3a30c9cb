import { Type } from '@sinclair/typebox';
import { DubUpload } from '../../../media/dubbing/index.ts';
import { AvatarRequestSchema } from '../../../media/video/index.ts';
import { followJob, WaitSeconds } from '../follow-job.ts';
import { defineTool, InvalidInput, textResult } from '../tool.ts';
import { openAsset } from './transcription.ts';

export const FILM_TOOLS = [
  defineTool({
    name: 'list_presenters',
    title: 'List presenters',
    description: 'Lists the people who can speak in a film.',
    readOnly: true,
    input: Type.Object({}),
    run: async ({ api }) => textResult(JSON.parse((await api.get('/api/v1/avatars')).body.toString())),
  }),
  defineTool({
    name: 'make_film',
    title: 'Make a film',
    description:
      'Renders an MP4 of a person who speaks the text, as a job. Returns the film, or the job if it takes longer than wait_seconds: then ask get_job. Costs one credit per character and ten per second.',
    input: Type.Object({
      ...Type.Omit(AvatarRequestSchema, ['model', 'webhook_url', 'avatar_id']).properties,
      avatar_id: Type.Optional({
        ...AvatarRequestSchema.properties.avatar_id,
        description: 'From list_presenters, or the id of an image or video asset that shows a face.',
      }),
      wait_seconds: WaitSeconds,
    }),
    async run(context, { wait_seconds, ...json }) {
      const { body } = await context.api.post('/api/v1/avatar', { json }, { finish: true });
      return followJob(context, JSON.parse(body.toString()), { waitSeconds: wait_seconds, isOwn: true });
    },
  }),
  defineTool({
    name: 'dub_film',
    title: 'Dub a film or sound',
    description:
      'Gives a video or sound back in another language, in voices like those of the speakers, as a job. Send asset_id, or dub_id of an earlier dub for another language. Returns the result, or the job if it takes longer than wait_seconds: then ask get_job. Costs 5 credits per second heard, one per character and ten per second of picture.',
    input: Type.Object({
      asset_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'From list_assets.' }),
      ),
      // Consent for the voices of the speakers is for people to give.
      ...Type.Omit(DubUpload, ['file', 'glossary', 'consent', 'webhook_url']).properties,
      glossary: Type.Optional(
        Type.Record(Type.String(), Type.String(), { description: 'Terms with the words to use for them.' }),
      ),
      wait_seconds: WaitSeconds,
    }),
    async run(context, { asset_id, wait_seconds, ...fields }) {
      if ((asset_id === undefined) === (fields.dub_id === undefined))
        throw new InvalidInput('Send either asset_id or dub_id.');
      const file = asset_id === undefined ? undefined : await openAsset(context, asset_id);
      const form = { fields, ...(file && { file }) };
      const { body } = await context.api.post('/api/v1/dub', { form }, { finish: true });
      return followJob(context, JSON.parse(body.toString()), { waitSeconds: wait_seconds, isOwn: true });
    },
  }),
];
