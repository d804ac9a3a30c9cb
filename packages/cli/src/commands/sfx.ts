import { defineCommand } from '../command.ts';
import { readText } from '../read-text.ts';
import { checkTarget, slugOf } from '../save.ts';
import { deliverSound, describeDelivery, formatFor, SOUND_OPTIONS } from '../sound.ts';

const FORMATS = ['wav', 'mp3', 'flac', 'ogg'] as const;

export const sfx = defineCommand({
  name: 'sfx',
  summary: 'Make a sound effect from a description',
  args: [{ name: 'PROMPT', many: true }],
  options: {
    seconds: {
      type: 'number',
      short: 's',
      value: 'SECONDS',
      description: 'Length. Default: what is usual for the sound',
    },
    seed: { type: 'number', value: 'NUMBER', description: 'The same seed gives the same sound' },
    loop: { type: 'boolean', description: 'Let the end run into the beginning' },
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: FORMATS,
      description: 'Default: by the name of the file, else wav',
    },
    ...SOUND_OPTIONS,
  },
  examples: [
    'vox sfx "heavy rain on a tin roof"',
    'vox sfx -o door.wav "a wooden door slams in a large hall"',
  ],
  async run(context, { options, args }) {
    const { client, output, signal } = context;
    const { seconds, seed, loop } = options;
    checkTarget(context, options.output);
    const prompt = await readText(context, args);
    const format = formatFor(FORMATS, options.format, options.output, 'wav');
    const body = {
      prompt,
      format,
      ...(seconds !== undefined && { seconds }),
      ...(seed !== undefined && { seed }),
      ...(loop && { loop }),
    };
    const { data: media, requestId } = await client.soundEffects.create(body, { signal }).withResponse();
    const suggestion = `${slugOf(prompt, 'effect')}.${format}`;
    const { seed: used } = media;
    const target = { output: options.output, play: options.play, suggestion };
    const delivered = await deliverSound(context, media, target);
    output.result({ ...delivered, format, seed: used, request_id: requestId }, describeDelivery(delivered));
  },
});
