import { Type } from '@sinclair/typebox';
import { audioPath } from '../../../media/history/index.ts';
import { MusicRequestSchema } from '../../../media/music/index.ts';
import { EffectRequestSchema } from '../../../media/sound-effects/index.ts';
import { SpeechRequestSchema } from '../../../media/speech/index.ts';
import { defineTool, type ToolContext, type ToolResult } from '../tool.ts';

/** Larger audio is only linked: assistants pay for every byte that they read. */
const MOST_INLINE_BYTES = 1_000_000;

const format = (...formats: string[]) =>
  Type.Optional(Type.Unsafe<string>({ type: 'string', enum: formats, default: 'mp3' }));

export const SOUND_TOOLS = [
  defineTool({
    name: 'speak',
    title: 'Text to speech',
    description: 'Speaks a text. Returns the audio and a link to it. Costs one credit per character.',
    input: Type.Object({
      ...Type.Pick(SpeechRequestSchema, ['text', 'speed', 'language', 'pronunciations', 'disclosure'])
        .properties,
      voice_id: Type.Optional(
        Type.String({
          minLength: 1,
          default: 'af_heart',
          description: 'From list_voices, or a blend: `af_heart(2)+am_adam(1)`.',
        }),
      ),
      format: format('mp3', 'opus', 'wav', 'flac', 'aac'),
    }),
    run: (context, input) => makeSound(context, '/api/v1/tts', input, 'speech'),
  }),
  defineTool({
    name: 'make_music',
    title: 'Make music',
    description:
      'Composes a piece from a prompt: genre, mood, tempo, key, instruments. Returns the audio and a link to it. Costs 8 credits per second.',
    input: Type.Object({
      ...Type.Pick(MusicRequestSchema, ['prompt', 'bpm', 'key', 'seed', 'loop', 'history_id']).properties,
      seconds: Type.Optional({ ...MusicRequestSchema.properties.seconds, default: 10 }),
      format: format('mp3', 'ogg', 'wav', 'flac'),
    }),
    run: (context, input) => makeSound(context, '/api/v1/music', input, 'music'),
  }),
  defineTool({
    name: 'make_sound_effect',
    title: 'Make a sound effect',
    description:
      'Makes a sound from an English description, such as "three knocks on a wooden door". Returns the audio and a link to it. Costs 20 credits.',
    input: Type.Object({
      ...Type.Pick(EffectRequestSchema, ['prompt', 'seconds', 'seed', 'loop']).properties,
      format: format('mp3', 'ogg', 'wav', 'flac'),
    }),
    run: (context, input) => makeSound(context, '/api/v1/sfx', input, 'sound effect'),
  }),
];

async function makeSound(
  context: ToolContext,
  path: string,
  json: object,
  name: string,
): Promise<ToolResult> {
  const { headers, body } = await context.api.post(path, { json }, { accept: 'audio/*' });
  const mimeType = `${headers['content-type']}`;
  const historyId = `${headers['x-history-id']}`;
  const uri = context.linkTo(audioPath(historyId));
  const facts = { history_id: historyId, audio_url: uri, content_type: mimeType, bytes: body.length };
  const isInline = body.length <= MOST_INLINE_BYTES;
  return {
    content: [
      {
        type: 'text',
        text: JSON.stringify(isInline ? facts : { ...facts, note: 'Too long to include: see audio_url.' }),
      },
      ...(isInline ? [{ type: 'audio' as const, data: body.toString('base64'), mimeType }] : []),
      { type: 'resource_link', uri, name, mimeType },
    ],
  };
}
