import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';
import { post } from './support/send.ts';

const PICTURE = join(import.meta.dirname, '../../assets/presenters/mei/thumbnail.jpg');

describe('work in the console', () => {
  let opened: Console;
  let visitor: Visitor;
  let key = '';
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp('worker@example.com');
    key = (await post(visitor.page, '/api/keys', { ephemeral: true })).api_key ?? '';
    // Batches need a plan; without a payment provider it is applied at once.
    await post(visitor.page, '/api/billing/checkout', { plan: 'creator' });
  });
  after(() => opened?.close());

  test('says what to do while there is nothing', async () => {
    const { page } = visitor;
    for (const name of ['jobs', 'history', 'assets', 'batches']) {
      await page.goto(`/work/${name}`);
      await page.getByText(/^(No jobs here|Nothing made yet|No assets yet|No batches yet)$/).waitFor();
    }
  });

  test('plays and deletes what was said', async () => {
    const { page } = visitor;
    await post(page, '/api/v1/tts/with-timestamps', { text: 'This is history.', voice_id: 'af_heart' }, key);
    await page.goto('/work/history');
    await page.getByRole('button', { name: 'Listen' }).click();
    assert.ok((await playing(page)) > 0.5);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Captions as SRT' }).click();
    assert.match((await saved).suggestedFilename(), /\.srt$/);
    await visitor.check('history');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing made yet').waitFor();
  });

  test('uploads, renames and deletes an asset', async () => {
    const { page } = visitor;
    await page.goto('/work/assets');
    await page.getByLabel('Upload pictures, videos or audio').setInputFiles(PICTURE);
    await page.getByRole('button', { name: 'Rename thumbnail.jpg' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mei');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Delete Mei' }).waitFor();
    await page.getByText('Uploaded: thumbnail.jpg').first().waitFor({ state: 'hidden' });
    await visitor.check('assets');
    await page.getByRole('button', { name: 'Delete Mei' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No assets yet').waitFor();
  });

  test('shows a batch and its jobs live, and cancels them', async () => {
    const { page } = visitor;
    const film = { text: 'One of many films.', avatar_id: 'mei' };
    const { id } = await post(page, '/api/v1/generate/batch', { items: [film, film, film] }, key);
    await page.goto('/work/batches');
    await page.getByText('0 of 3').waitFor();
    await visitor.check('batches');
    await page.getByRole('link', { name: id ?? '' }).click();
    await page.getByRole('button', { name: 'Cancel the batch' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the batch' }).click();
    await page.getByText('Canceled').first().waitFor();
    await visitor.check('batch');
  });

  test('lists jobs by status, and follows one to its end', async () => {
    const { page } = visitor;
    await page.goto('/work/jobs?status=canceled');
    await page.getByRole('table').getByText('Canceled').first().waitFor();
    const film = { text: 'Follow me.', avatar_id: 'clara' };
    const { job_id: id } = await post(page, '/api/v1/avatar', film, key);
    await page.getByLabel('Status').selectOption('All');
    await page.getByRole('link', { name: id ?? '' }).waitFor();
    await visitor.check('jobs');
    await page.getByRole('link', { name: id ?? '' }).click();
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('The job was canceled.').waitFor();
    await visitor.check('job');
  });
});
