import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError, Interrupted, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { uploadOf } from '../upload.ts';

export const clone = defineCommand({
  name: 'clone',
  summary: 'Make a voice from recordings of somebody who agrees',
  details:
    'One to five recordings of 5 to 10 seconds, as WAV or MP3. --consent says that the speaker agreed to the text of --terms.',
  args: [{ name: 'FILE', many: true }],
  options: {
    name: { type: 'string', short: 'n', value: 'NAME', description: 'What the voice is called' },
    consent: { type: 'boolean', description: 'The speaker agreed to the text of --terms' },
    terms: { type: 'boolean', description: 'Show what --consent agrees to' },
    language: { type: 'string', short: 'l', value: 'CODE', description: 'What it will speak, such as en-GB' },
    professional: { type: 'boolean', description: 'From 5 to 25 files of 2 to 30 minutes together' },
    'remove-noise': { type: 'boolean', description: 'Clean the recordings first' },
    wait: { type: 'boolean', description: 'Wait until it is ready. --no-wait prints its id and ends' },
  },
  examples: ['vox clone --terms', 'vox clone --name River --consent sample.wav'],
  async run(context, { options, args }) {
    if (options.terms) return showTerms(context);
    if (args.length === 0) throw new UsageError('FILE is missing.', ['See: vox help clone']);
    if (!options.consent)
      throw new UsageError('The speaker has to agree: read the terms, then add --consent.', [
        'Read: vox clone --terms',
      ]);
    const form = {
      samples: await Promise.all(args.map((path) => uploadOf(context, path))),
      consent: true,
      ...(options.name && { name: options.name }),
      ...(options.language && { language: options.language }),
      ...(options.professional && { kind: 'professional' as const }),
      ...(options['remove-noise'] && { remove_background_noise: true }),
    };
    const { client, output, signal } = context;
    const created = await client.voices.clones.create(form, { signal });
    if (options.wait === false) return output.result(created, [created.voice_id]);
    const made = await waitForClone(context, created.voice_id);
    if (made.status === 'failed')
      throw new CommandError(made.error ?? 'The voice could not be made.', EXIT.failed);
    output.note(`${made.name} is ready: vox say --voice ${made.id} "Hello"`);
    output.result({ clone: made }, [made.id]);
  },
});

async function showTerms({ client, output, signal }: Context): Promise<void> {
  const terms = await client.voices.consents.text({ signal });
  output.result(terms, [terms.text]);
}

async function waitForClone({ client, output, signal }: Context, id: string) {
  const progress = output.progress('voice');
  try {
    const onProgress = (state: { progress: number; status: string }) =>
      progress.update(state.progress / 100, state.status);
    return await client.voices.clones.wait(id, { signal, onProgress });
  } catch (error) {
    if (!signal.aborted) throw error;
    output.note(`The voice is still being made. Its id is ${id}.\n  See it: vox voices list --source clone`);
    throw new Interrupted();
  } finally {
    progress.clear();
  }
}
