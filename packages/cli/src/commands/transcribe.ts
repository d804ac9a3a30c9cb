import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { saveTo } from '../save.ts';
import { describeDelivery } from '../sound.ts';
import { plainJson } from '../terminal/plain-text.ts';
import { uploadOf } from '../upload.ts';

const FORMATS = ['text', 'srt', 'vtt', 'json'] as const;

type Details = { language?: string; model?: string; task?: 'translate'; speaker_labels?: true };

export const transcribe = defineCommand({
  name: 'transcribe',
  summary: 'Write down what is said in a recording or a film',
  args: [{ name: 'FILE|URL|-', required: true }],
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', choices: FORMATS, description: 'Default: text' },
    language: { type: 'string', short: 'l', value: 'CODE', description: 'What is spoken. Default: detected' },
    model: { type: 'string', value: 'NAME', description: 'The recogniser. Default: by language' },
    speakers: { type: 'boolean', description: 'Tell the speakers apart (json only)' },
    translate: { type: 'boolean', description: 'Write it in English, whatever is spoken' },
    output: { type: 'string', short: 'o', value: 'FILE', description: 'Save it here instead of printing it' },
  },
  examples: [
    'vox transcribe talk.mp3',
    'vox transcribe --format srt -o film.srt film.mp4',
    'arecord -d 5 | vox transcribe -',
  ],
  async run(context, { options, args: [source = ''] }) {
    const { client, output, signal } = context;
    const details: Details = {
      ...(options.language !== undefined && { language: options.language }),
      ...(options.model !== undefined && { model: options.model }),
      ...(options.translate && { task: 'translate' }),
      ...(options.speakers && { speaker_labels: true }),
    };
    const { format = 'text', output: target } = options;
    const input = await inputOf(context, source, details);
    const asJson = format === 'json' || (output.json && target === undefined);
    const transcript = asJson ? await client.transcriptions.create(input, { signal }) : null;
    const text = transcript
      ? plainJson(transcript)
      : await (await client.transcriptions.createText(input, textFormat(format), { signal })).text();
    if (target === undefined) return output.result(transcript ?? { text }, text.trimEnd());
    const saved = await saveTo(context, target, new Blob([text]).stream());
    output.result(saved, describeDelivery(saved));
  },
});

async function inputOf(context: Context, source: string, details: Details) {
  if (/^https?:\/\//i.test(source)) return { audio_url: source, ...details };
  return { file: await uploadOf(context, source), ...details };
}

function textFormat(format: (typeof FORMATS)[number]): 'text' | 'srt' | 'vtt' {
  return format === 'json' ? 'text' : format;
}
