import { Type } from '@sinclair/typebox';
import { defineTool, InvalidInput, textResult } from '../tool.ts';
import { openAsset } from './transcription.ts';

export const PROVENANCE_TOOLS = [
  defineTool({
    name: 'check_provenance',
    title: 'Check whether a machine made a file',
    description:
      'Looks for a watermark in the sound of a file and for a signed manifest (C2PA). Send exactly one of url and asset_id. Free. No mark does not mean that no machine was at work.',
    readOnly: true,
    input: Type.Object({
      url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description: 'A public URL.' })),
      asset_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'From list_assets.' }),
      ),
    }),
    async run(context, { url, asset_id }) {
      if ((url === undefined) === (asset_id === undefined))
        throw new InvalidInput('Send exactly one of url and asset_id.');
      const body =
        url === undefined
          ? { form: { fields: {}, file: await openAsset(context, `${asset_id}`) } }
          : { json: { url } };
      const { body: result } = await context.api.post('/api/v1/provenance/check', body);
      return textResult(JSON.parse(result.toString()));
    },
  }),
];
