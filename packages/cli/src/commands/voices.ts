import { defineCommand, defineGroup } from '../command.ts';
import type { Context } from '../context.ts';
import { checkTarget, fileNameOf } from '../save.ts';
import { deliverSound, describeDelivery, SOUND_OPTIONS } from '../sound.ts';

const SOURCES = ['preset', 'clone', 'design', 'community'] as const;
const LIST_OPTIONS = {
  source: { type: 'string', value: 'SOURCE', choices: SOURCES, description: 'Where they come from' },
  language: {
    type: 'string',
    short: 'l',
    value: 'CODE',
    description: 'What they speak; en finds en-us and en-gb',
  },
} as const;

type Filter = {
  query?: string;
  source?: (typeof SOURCES)[number] | undefined;
  language?: string | undefined;
};

async function show({ client, output, signal }: Context, { query, source, language }: Filter): Promise<void> {
  const asked = { ...(query && { query }), ...(source && { source }), ...(language && { language }) };
  const voices = [];
  for await (const voice of client.voices.list(asked, { signal })) voices.push(voice);
  const rows = voices.map(({ id, name, language: spoken, gender, source: from, tags }) => [
    ...[id, name, spoken, gender, from],
    tags.join(' '),
  ]);
  output.table({ voices }, ['ID', 'NAME', 'LANGUAGE', 'GENDER', 'SOURCE', 'TAGS'], rows, 'No voice matches.');
}

const list = defineCommand({
  name: 'list',
  summary: 'List the voices that you can use',
  options: LIST_OPTIONS,
  run: (context, { options }) => show(context, options),
});

const search = defineCommand({
  name: 'search',
  summary: 'Find voices by id, name or tag',
  args: [{ name: 'WORDS', required: true, many: true }],
  options: LIST_OPTIONS,
  run: (context, { options, args }) => show(context, { ...options, query: args.join(' ') }),
});

const preview = defineCommand({
  name: 'preview',
  summary: 'Hear a voice',
  args: [{ name: 'ID', required: true }],
  options: {
    ...SOUND_OPTIONS,
  },
  async run(context, { options, args: [id = ''] }) {
    checkTarget(context, options.output);
    const media = await context.client.voices.preview(id, { signal: context.signal });
    const suggestion = `${fileNameOf(id)}.wav`;
    const delivered = await deliverSound(context, media, {
      output: options.output,
      play: options.play,
      suggestion,
    });
    context.output.result({ voice_id: id, ...delivered }, describeDelivery(delivered));
  },
});

export const voices = defineGroup({
  name: 'voices',
  summary: 'List, search and hear voices',
  subcommands: [list, search, preview],
});
