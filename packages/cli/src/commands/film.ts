import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { finishJob, JOB_OPTIONS, startJob } from '../follow-job.ts';
import { readText } from '../read-text.ts';
import { checkTarget, slugOf } from '../save.ts';

export const film = defineCommand({
  name: 'film',
  summary: 'Film a presenter who speaks a text',
  details: 'Waits for the film and saves it as MP4. The service goes on rendering when you press Ctrl-C.',
  args: [{ name: 'TEXT', many: true }],
  options: {
    voice: { type: 'string', short: 'v', value: 'ID', description: 'A voice of vox voices' },
    presenter: {
      type: 'string',
      short: 'p',
      value: 'ID',
      description: 'A presenter, or a picture or clip that you uploaded',
    },
    list: { type: 'boolean', description: 'List the presenters' },
    background: {
      type: 'string',
      value: 'NAME',
      description: 'What is behind a presenter: studio, office, a colour such as #0b3d91, or a picture',
    },
    model: { type: 'string', value: 'NAME', description: 'The model that moves the lips' },
    speed: { type: 'number', short: 's', value: 'RATE', description: '1 is the usual speed' },
    language: { type: 'string', value: 'CODE', description: 'Default: the language of the voice' },
    disclosure: {
      type: 'string',
      value: 'HOW',
      choices: ['visible', 'audible', 'none'],
      description: 'Say that a machine made it: a label in the picture, or a sentence before the text',
    },
    file: {
      type: 'string',
      short: 'f',
      value: 'FILE',
      description: 'Read the text from a file; "-" is standard input',
    },
    ...JOB_OPTIONS,
  },
  examples: [
    'vox film "Welcome to our shop."',
    'vox film --presenter mei --background office -f script.txt -o welcome.mp4',
  ],
  async run(context, { options, args }) {
    if (options.list) return listPresenters(context);
    checkTarget(context, options.output);
    const text = await readText(context, args, options.file);
    const body = {
      text,
      ...(options.voice && { voice_id: options.voice }),
      ...(options.presenter && { avatar_id: options.presenter }),
      ...(options.background && { background: options.background }),
      ...(options.model && { video_model: options.model }),
      ...(options.speed !== undefined && { speed: options.speed }),
      ...(options.language && { language: options.language }),
      ...(options.disclosure && { disclosure: options.disclosure }),
    };
    const { client, signal } = context;
    const job = await startJob(context, client.videos.create(body, { signal }));
    await finishJob(context, job, { ...options, stem: slugOf(text, 'film') });
  },
});

async function listPresenters({ client, output, signal }: Context): Promise<void> {
  const { avatars } = await client.videos.avatars({ signal });
  const rows = avatars.map(({ id, name, gender, age, description }) => [id, name, gender, age, description]);
  output.table({ avatars }, ['ID', 'NAME', 'GENDER', 'AGE', 'DESCRIPTION'], rows, 'There are no presenters.');
}
