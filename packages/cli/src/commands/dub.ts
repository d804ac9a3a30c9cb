import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { finishJob, JOB_OPTIONS, startJob } from '../follow-job.ts';
import { checkTarget } from '../save.ts';
import { uploadOf } from '../upload.ts';

export const dub = defineCommand({
  name: 'dub',
  summary: 'Give a film or a recording another language',
  details: 'Waits for the result and saves it. With --consent each speaker gets a voice like their own.',
  args: [{ name: 'FILE' }],
  options: {
    to: { type: 'string', short: 't', value: 'CODE', description: 'The language to dub into' },
    from: { type: 'string', value: 'CODE', description: 'What is spoken. Default: detected' },
    voice: { type: 'string', short: 'v', value: 'ID', description: 'One voice for every speaker' },
    script: { type: 'string', value: 'FILE', description: 'What is said: text, SRT or VTT' },
    'script-language': { type: 'string', value: 'CODE', description: 'Default: what is spoken' },
    speakers: { type: 'number', value: 'COUNT', description: 'How many people speak. Default: detected' },
    start: { type: 'number', value: 'SECONDS', description: 'Dub only from here' },
    end: { type: 'number', value: 'SECONDS', description: 'Dub only until here' },
    'lip-sync': { type: 'boolean', description: 'Let the lips follow the new words' },
    'drop-background': { type: 'boolean', description: 'Leave music and noise out' },
    consent: { type: 'boolean', description: 'You agree to the text of vox clone --terms for all speakers' },
    languages: { type: 'boolean', description: 'List the languages' },
    ...JOB_OPTIONS,
  },
  examples: [
    'vox dub --to es talk.mp4',
    'vox dub --to en --lip-sync --consent -o english.mp4 entrevista.mp4',
  ],
  async run(context, { options, args: [file] }) {
    if (options.languages) return listLanguages(context);
    if (file === undefined) throw new UsageError('FILE is missing.', ['See: vox help dub']);
    if (!options.to) throw new UsageError('Name the language with --to.', ['List them: vox dub --languages']);
    checkTarget(context, options.output);
    const form = {
      file: await uploadOf(context, file),
      target_language: options.to,
      ...(options.from && { source_language: options.from }),
      ...(options.voice && { voice_id: options.voice }),
      ...(options.script && { script: await readFile(options.script, 'utf8') }),
      ...(options['script-language'] && { script_language: options['script-language'] }),
      ...(options.speakers !== undefined && { num_speakers: options.speakers }),
      ...(options.start !== undefined && { start: options.start }),
      ...(options.end !== undefined && { end: options.end }),
      ...(options['lip-sync'] !== undefined && { lip_sync: options['lip-sync'] }),
      ...(options['drop-background'] && { drop_background: true }),
      ...(options.consent && { consent: true }),
    };
    const { client, signal } = context;
    const job = await startJob(context, client.dubs.create(form, { signal }));
    const stem = file === '-' ? 'dub' : basename(file, extname(file));
    await finishJob(context, job, { ...options, stem: `${stem}.${options.to}` });
  },
});

async function listLanguages({ client, output, signal }: Context): Promise<void> {
  const catalog = await client.dubs.catalog({ signal });
  const rows = catalog.target_languages.map(({ code, name }) => {
    const from = catalog.pairs.filter(({ target }) => target === code).map(({ source }) => source);
    return [code, name, catalog.any_to.includes(code) ? 'any' : from.join(' ')];
  });
  output.table(
    catalog,
    ['TO', 'LANGUAGE', 'FROM'],
    rows,
    'Nothing can be dubbed here: ./run languages adds languages.',
  );
}
