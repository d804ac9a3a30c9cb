import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { startRecording } from '../recorder.ts';
import { checkTarget, saveAs, saveTo } from '../save.ts';
import { describeDelivery } from '../sound.ts';

export const record = defineCommand({
  name: 'record',
  summary: 'Record the microphone, and write down what was said',
  details:
    'Records until Ctrl-C, or for so many --seconds. With --transcribe the recording is kept only if --output names a file.',
  options: {
    seconds: { type: 'number', short: 's', value: 'SECONDS', description: 'Stop by itself' },
    transcribe: { type: 'boolean', short: 't', description: 'Print what was said' },
    language: { type: 'string', short: 'l', value: 'CODE', description: 'What is spoken. Default: detected' },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'Save the recording here; "-" is standard output',
    },
  },
  examples: ['vox record -o note.wav', 'vox record --seconds 10 --transcribe'],
  async run(context, { options }) {
    if (options.transcribe && options.output === '-')
      throw new UsageError('Standard output has the transcript: name a file with --output.');
    checkTarget(context, options.output);
    const folder = await mkdtemp(join(tmpdir(), 'vox-record-'));
    try {
      const path = join(folder, 'recording.wav');
      await recordInto(context, path, options.seconds);
      await deliver(context, path, options);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

async function recordInto(context: Context, path: string, seconds: number | undefined): Promise<void> {
  const { stop, ended } = startRecording(path, context.env);
  context.output.note(seconds === undefined ? 'Recording. Ctrl-C stops.' : `Recording ${seconds} seconds …`);
  const release = context.captureInterrupt(stop);
  const timer = seconds === undefined ? undefined : setTimeout(stop, seconds * 1_000);
  try {
    await ended;
  } finally {
    clearTimeout(timer);
    release();
  }
}

type Wanted = {
  transcribe?: boolean | undefined;
  language?: string | undefined;
  output?: string | undefined;
};

async function deliver(context: Context, path: string, { transcribe, language, output: target }: Wanted) {
  const { client, output, signal } = context;
  const keeps = target !== undefined || !transcribe;
  const chunks = () => createReadStream(path);
  const saved = !keeps
    ? {}
    : target === undefined
      ? await saveAs(context, 'recording.wav', chunks())
      : await saveTo(context, target, chunks());
  if (!transcribe) return output.result(saved, describeDelivery(saved));
  const file = { data: await openAsBlob(path), name: 'recording.wav' };
  const transcript = await client.transcriptions.create({ file, ...(language && { language }) }, { signal });
  output.result({ ...saved, transcript }, [transcript.text]);
}
