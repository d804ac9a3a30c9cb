import { defineCommand } from '../command.ts';
import { readText } from '../read-text.ts';
import { checkTarget, slugOf } from '../save.ts';
import { deliverSound, describeDelivery, formatFor, SOUND_OPTIONS, willPlay } from '../sound.ts';
import { sayParts } from '../speech/say-parts.ts';
import { MAX_CHARACTERS, splitText } from '../speech/split-text.ts';

const FORMATS = ['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm'] as const;
const DEFAULT_VOICE = 'af_heart';

export const say = defineCommand({
  name: 'say',
  summary: 'Speak text',
  details:
    'Plays the speech while it is made, or saves it where there is no player. With --output it saves and does not play, unless --play is given. ' +
    `A text of more than ${MAX_CHARACTERS} characters is spoken in several requests and joined, as wav or pcm.`,
  args: [{ name: 'TEXT', many: true }],
  options: {
    voice: {
      type: 'string',
      short: 'v',
      value: 'ID',
      description: `A voice of vox voices, or a blend: af_heart(2)+am_adam(1). Default: ${DEFAULT_VOICE}`,
    },
    speed: { type: 'number', short: 's', value: 'RATE', description: '1 is the usual speed' },
    language: {
      type: 'string',
      value: 'CODE',
      description: 'Default: the language of the voice; auto detects it',
    },
    disclosure: {
      type: 'string',
      value: 'HOW',
      choices: ['audible', 'none'],
      description: 'With audible, the voice says first that a computer made it',
    },
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: FORMATS,
      description: 'Default: by the name of the file, else wav',
    },
    file: {
      type: 'string',
      short: 'f',
      value: 'FILE',
      description: 'Read the text from a file; "-" is standard input',
    },
    ...SOUND_OPTIONS,
  },
  examples: [
    'vox say "Hello there"',
    'vox say --voice bm_george --speed 1.1 -o hello.mp3 "Hello there"',
    'cat story.txt | vox say',
    'vox say -f book.txt -o book.wav',
    'vox say -o - "Hello" | ffmpeg -i - hello.ogg',
  ],
  async run(context, { options, args }) {
    const { client, output, signal } = context;
    checkTarget(context, options.output);
    const text = await readText(context, args, options.file);
    const format = formatFor(FORMATS, options.format, options.output, 'wav');
    const voice = {
      voice_id: options.voice ?? DEFAULT_VOICE,
      ...(options.speed !== undefined && { speed: options.speed }),
      ...(options.language !== undefined && { language: options.language }),
    };
    const target = {
      output: options.output,
      play: options.play,
      suggestion: `${slugOf(text, 'speech')}.${format}`,
    };
    // A whole file is asked for with a key that makes it safe to repeat; a stream is heard sooner.
    const call = willPlay(target, `audio/${format}`) ? client.speech.stream : client.speech.create;
    const parts = splitText(text);
    let { disclosure } = options;
    const speak = (part: string) => {
      const body = { ...voice, ...(disclosure && { disclosure }), format, text: part };
      // It is said once, before the first part.
      disclosure = 'none';
      return call(body, { signal }).withResponse();
    };
    if (parts.length > 1) return sayParts(context, parts, { voice, format, target, speak });
    const { data: media, requestId } = await speak(text);
    const { historyId, characters, model } = media;
    const delivered = await deliverSound(context, media, target);
    const facts = { characters, model, history_id: historyId, request_id: requestId };
    output.result({ ...delivered, voice_id: voice.voice_id, format, ...facts }, describeDelivery(delivered));
  },
});
