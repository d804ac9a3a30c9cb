import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';
import { post, send } from './support/send.ts';

const PORTRAIT = join(import.meta.dirname, '../../assets/presenters/helen/thumbnail.jpg');
const RENDER_MS = 120_000;
const SPOKEN = { text: 'Buenas tardes a todos. Cómo están ustedes hoy?', voice_id: 'ef_dora' };
const SCRIPT = `1
00:00:00,100 --> 00:00:01,500
Good evening, everybody.

2
00:00:01,600 --> 00:00:03,200
How are you today, my friends?
`;

describe('films in the console', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp('director@example.com');
  });
  after(() => opened?.close());

  test('makes a film of a presenter that plays with captions, and keeps it on reload', async () => {
    const { page } = visitor;
    await page.goto('/playground/films');
    await page.getByText('Marcus', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Good evening.');
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await page.reload();
    await page.locator('video[src*="/output"]').waitFor({ timeout: RENDER_MS });
    const film = await page.evaluate(async () => {
      const video = document.querySelector('video') as HTMLVideoElement;
      await video.play();
      while (video.currentTime < 0.3) await new Promise((done) => setTimeout(done, 50));
      video.pause();
      const cue = video.textTracks[0]?.cues?.[0] as VTTCue | undefined;
      return { width: video.videoWidth, seconds: video.duration, said: cue?.text };
    });
    assert.ok(film.width >= 640 && film.seconds > 0.5 && film.seconds < 4, JSON.stringify(film));
    assert.match(film.said ?? '', /Good evening/);
    await visitor.check('films');
  });

  test('takes an uploaded portrait, and names its price', async () => {
    const { page } = visitor;
    await page.getByRole('tab', { name: 'Portrait' }).click();
    await page.getByLabel('A picture with a face').setInputFiles(PORTRAIT);
    await page.getByText('thumbnail.jpg').waitFor();
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Choose from your assets' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'thumbnail.jpg' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await visitor.check('films-portrait');
  });

  test('dubs a film, and renders it again with edited lines', async () => {
    const { page } = visitor;
    const { api_key: key } = await post(page, '/api/keys', { ephemeral: true });
    await page.goto('/playground/dubbing');
    await page.getByLabel('A video or a sound').setInputFiles({
      name: 'talk.mp4',
      mimeType: 'video/mp4',
      buffer: await spokenFilm((await post(page, '/api/v1/tts/with-timestamps', SPOKEN, key)).audio ?? ''),
    });
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByLabel('Move the lips').click();
    await page.getByText('More options').click();
    await page.getByRole('textbox', { name: 'Script' }).fill(SCRIPT);
    await page.getByLabel('The script is already translated').click();
    await visitor.check('dubbing');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('video[src*="/output"]').waitFor({ timeout: RENDER_MS });

    const second = page.getByRole('form', { name: /How are you/ });
    await second.getByRole('button', { name: 'Split' }).click();
    await page.getByRole('form').nth(2).waitFor();
    await second.getByLabel('Translation').fill('How are you now');
    await second.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('form', { name: /How are you now/ }).waitFor();
    const first = page.getByRole('form', { name: /Good evening/ });
    await first.getByLabel('Translation').fill('Good morning, everybody.');
    await page.reload();
    assert.equal(await first.getByLabel('Translation').inputValue(), 'Good morning, everybody.');

    // Somebody else changes the dub meanwhile.
    const id = page.url().split('/').at(-1) ?? '';
    await send(page, 'PATCH', `/api/v1/dub/${id}`, { glossary: { amigo: 'friend' } }, key);
    visitor.expectStatuses([409]);
    await first.getByRole('button', { name: 'Save' }).click();
    await page.getByText('changed elsewhere meanwhile').waitFor();
    await first.getByRole('button', { name: 'Save' }).click();

    const changed = page.getByRole('form', { name: /Good morning/ });
    await changed.getByText('Not rendered yet').waitFor();
    await page.getByRole('button', { name: 'Render again' }).click();
    await page
      .getByText(/credits are reserved/)
      .first()
      .waitFor();
    await changed.getByText('Not rendered yet').waitFor({ state: 'hidden', timeout: RENDER_MS });
    await changed.getByRole('button', { name: 'Hear it' }).click();
    assert.ok((await playing(page)) > 0.3);
    await visitor.check('dub');
  });
});

/** Four seconds of a test picture with this WAV, which is in base64. */
async function spokenFilm(audio: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  try {
    const [sound, film] = [join(folder, 'sound.wav'), join(folder, 'film.mp4')];
    await writeFile(sound, Buffer.from(audio, 'base64'));
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10:duration=4'];
    const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...picture, '-i', sound, ...codecs, film]);
    return await readFile(film);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
