import { Type } from '@sinclair/typebox';
import { TranscriptionFields } from '../../../media/transcription/index.ts';
import type { File } from '../api.ts';
import { defineTool, InvalidInput, type ToolContext, textResult } from '../tool.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export const TRANSCRIPTION_TOOLS = [
  defineTool({
    name: 'transcribe',
    title: 'Speech to text',
    description:
      'Transcribes audio, or the sound of a video, of at most 180 seconds and 15 MB. Send exactly one of audio_url, asset_id and audio. Costs 5 credits per second.',
    input: Type.Object({
      audio_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description: 'A public URL.' })),
      asset_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'From list_assets.' }),
      ),
      audio: Type.Optional(Type.String({ minLength: 1, description: 'The file in base64: at most 3 MB.' })),
      ...Type.Omit(TranscriptionFields, ['model']).properties,
      format: Type.Optional(
        Type.Unsafe<string>({
          type: 'string',
          enum: ['text', 'json', 'srt', 'vtt'],
          default: 'text',
          description: '`json` has the times of segments and words.',
        }),
      ),
    }),
    async run({ api, ...context }, { audio_url, asset_id, audio, format, ...fields }) {
      if ([audio_url, asset_id, audio].filter((one) => one !== undefined).length !== 1)
        throw new InvalidInput('Send exactly one of audio_url, asset_id and audio.');
      const path = `/api/v1/stt?format=${format ?? 'text'}`;
      const body =
        audio_url === undefined
          ? {
              form: {
                fields,
                file: audio ? fileFrom(audio) : await openAsset({ api, ...context }, `${asset_id}`),
              },
            }
          : { json: { ...fields, audio_url } };
      const { body: transcript } = await api.post(path, body);
      const text = transcript.toString();
      return format === 'json' ? textResult(JSON.parse(text)) : { content: [{ type: 'text', text }] };
    },
  }),
];

function fileFrom(audio: string): File {
  const base64 = audio.replace(/^data:[^,]{0,100};base64,/, '').replaceAll(/\s/g, '');
  if (!BASE64.test(base64)) throw new InvalidInput('audio must be a file in base64.');
  return { name: 'audio', content: [Buffer.from(base64, 'base64')] };
}

/** The file of an asset, as a part of a form. */
export async function openAsset(
  { api, signal }: Pick<ToolContext, 'api' | 'signal'>,
  id: string,
): Promise<File> {
  const path = `/api/v1/assets/${encodeURIComponent(id)}`;
  const { name } = JSON.parse((await api.get(path)).body.toString()) as { name: string };
  return { name, content: await api.open(`${path}/file`, signal) };
}
