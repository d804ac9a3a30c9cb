import { defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { readText } from '../read-text.ts';
import { checkTarget, slugOf } from '../save.ts';
import { deliverSound, describeDelivery, formatFor, SOUND_OPTIONS } from '../sound.ts';

const FORMATS = ['wav', 'mp3', 'flac', 'ogg', 'midi'] as const;
const DEFAULT_SECONDS = 15;

export const music = defineCommand({
  name: 'music',
  summary: 'Compose and play a piece of music from a description',
  args: [{ name: 'PROMPT', many: true }],
  options: {
    seconds: {
      type: 'number',
      short: 's',
      value: 'SECONDS',
      description: `Length. Default: ${DEFAULT_SECONDS}`,
    },
    bpm: { type: 'number', value: 'NUMBER', description: 'Tempo, quarter notes per minute' },
    key: { type: 'string', value: 'KEY', description: 'Such as "C major" or "F# minor"' },
    seed: { type: 'number', value: 'NUMBER', description: 'Another seed gives another piece' },
    loop: { type: 'boolean', description: 'Let it end where it begins' },
    stems: { type: 'boolean', description: 'Save a ZIP archive with a file for each part' },
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: FORMATS,
      description: 'Default: by the name of the file, else wav',
    },
    ...SOUND_OPTIONS,
  },
  examples: [
    'vox music "calm piano, rain outside"',
    'vox music -s 20 --loop -o loop.mp3 "upbeat funk with brass"',
  ],
  async run(context, { options, args }) {
    const { client, output, signal } = context;
    const { seconds = DEFAULT_SECONDS, bpm, key, seed, loop, stems } = options;
    if (stems && options.play) throw new UsageError('An archive of stems cannot be played.');
    checkTarget(context, options.output);
    const prompt = await readText(context, args);
    const format = stems
      ? (options.format ?? 'wav')
      : formatFor(FORMATS, options.format, options.output, 'wav');
    const body = {
      prompt,
      seconds,
      format,
      ...(bpm !== undefined && { bpm }),
      ...(key !== undefined && { key }),
      ...(seed !== undefined && { seed }),
      ...(loop && { loop }),
      ...(stems && { stems }),
    };
    output.note(`Composing ${seconds} seconds …`);
    const { data: media, requestId } = await client.music.create(body, { signal }).withResponse();
    const extension = stems ? 'zip' : format === 'midi' ? 'mid' : format;
    const suggestion = `${slugOf(prompt, 'music')}.${extension}`;
    const { seed: used, durationSeconds } = media;
    const play = stems || format === 'midi' ? false : options.play;
    const delivered = await deliverSound(context, media, { output: options.output, play, suggestion });
    const facts = { format: extension, seed: used, duration_seconds: durationSeconds, request_id: requestId };
    output.result({ ...delivered, ...facts }, describeDelivery(delivered));
  },
});
