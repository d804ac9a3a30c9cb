import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { grantAdministration } from './support/administrator.ts';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';
import { recordingOf, storedSample } from './support/recording.ts';
import { subscribe } from './support/subscribe.ts';

const REVIEWER = 'reviewer@example.com';

describe('cloned voices and the marketplace', () => {
  let opened: Console;
  let seller: Visitor;
  let buyer: Visitor;
  before(async () => {
    opened = await openConsole();
    [seller, buyer] = await Promise.all([opened.visitor(), opened.visitor()]);
    await seller.signUp('seller@example.com');
    await buyer.signUp('buyer@example.com');
    await subscribe(seller, 'creator');
  });
  after(() => opened?.close());

  async function approveSeller(): Promise<void> {
    const admin = await opened.visitor();
    await admin.signUp(REVIEWER);
    await grantAdministration(opened.service, REVIEWER);
    const { request } = admin.context;
    const { csrf_token } = await (await request.get('/api/me')).json();
    const list = await (await request.get('/api/admin/seller-verifications?status=pending')).json();
    const approved = await request.post(
      `/api/admin/seller-verifications/${list.verifications[0].id}/approve`,
      { headers: { origin: opened.service.url, 'x-csrf-token': csrf_token } },
    );
    assert.ok(approved.ok(), await approved.text());
    await admin.close();
  }

  test('a voice is cloned from a file, renamed, and speaks', async () => {
    const { page } = seller;
    await page.goto('/voices/clones/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Narrator');
    await page.getByRole('tab', { name: 'Files' }).click();
    const buffer = await storedSample();
    await page
      .getByLabel('WAV or MP3 files')
      .setInputFiles({ name: 'sample.wav', mimeType: 'audio/wav', buffer });
    await page.getByLabel('I agree to this text').check();
    await page.getByRole('button', { name: 'Clone this voice' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cloned voices' }).waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 2, name: 'Ada' }).waitFor();
    // Half a minute, if nothing else runs.
    await page.getByText('Ready').waitFor({ timeout: 240_000 });
    await seller.check('clones');
    await page.getByRole('link', { name: 'Use in speech' }).click();
    await page.getByText('Ada').waitFor();
    await page.getByLabel('Text').fill('The clone speaks.');
    await page.getByRole('button', { name: 'Run' }).click();
    assert.ok((await playing(page)) > 0.5);
  });

  test('a seller is verified, proves the consent and publishes with a price', async () => {
    const { page } = seller;
    // Who never asked for a verification has none.
    seller.expectStatuses([404]);
    await page.goto('/seller');
    await page.getByLabel('Legal name').fill('Ada Lovelace');
    await page.getByLabel('Country').fill('GB');
    await page.getByLabel('Passport or identity card number').fill('P1234567');
    await page.getByRole('button', { name: 'Ask for verification' }).click();
    await page.getByText('In review').waitFor();
    await approveSeller();

    await page.goto('/voices/clones');
    await page.getByRole('button', { name: 'Prove consent' }).click();
    await page.getByRole('tab', { name: 'Files' }).click();
    const sentence = await page.getByRole('blockquote').innerText();
    const spoken = await recordingOf(opened.service, { text: sentence });
    await page
      .getByLabel('WAV or MP3 files')
      .setInputFiles({ name: 'consent.wav', mimeType: 'audio/wav', buffer: spoken });
    await seller.check('spoken-consent');
    await page.getByRole('button', { name: 'Check the recording' }).click();
    await page.getByText('Consent proven').waitFor({ timeout: 90_000 });

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByLabel('Title').fill('Calm narrator');
    await page.getByLabel('Description').fill('For long stories.');
    await page.getByLabel('Tags').fill('calm, narration');
    await page.getByLabel('Price per use').fill('100');
    await page.getByLabel('I may offer this voice').check();
    await seller.check('publish');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { level: 1, name: 'Calm narrator' }).waitFor();
    await page.getByText('This is your offer.').waitFor();
    await page.goto('/seller');
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Who can find it').selectOption('Only people I invite');
    await dialog.getByLabel('Invited email addresses').fill('friend@example.com\nbuyer@example.com');
    await dialog.getByLabel('I may offer this voice').check();
    await seller.check('publish-invited');
    await dialog.getByRole('button', { name: 'Save the offer' }).click();
    await page.getByText('Share the address of this page with').first().waitFor();
    // What the seller sees next is what the service has, not what was typed before.
    await page.goto('/seller');
    await page.getByRole('button', { name: 'Change' }).click();
    assert.equal(
      await dialog.getByLabel('Invited email addresses').inputValue(),
      'buyer@example.com\nfriend@example.com',
    );
    assert.equal(await dialog.getByLabel('Tags').inputValue(), 'calm, narration');
    await dialog.getByLabel('Who can find it').selectOption('Everybody');
    await dialog.getByLabel('I may offer this voice').check();
    await dialog.getByRole('button', { name: 'Save the offer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Calm narrator' }).waitFor();
  });

  test('somebody else finds it, sees the price, licenses it, speaks with it and reviews it', async () => {
    const { page } = buyer;
    await page.goto('/marketplace');
    await page.getByLabel('Search').fill('narr');
    await page.getByText('100 credits per use').waitFor();
    await buyer.check('marketplace');
    await page.getByRole('button', { name: 'Hear Calm narrator' }).click();
    await page.getByRole('button', { name: 'Stop Calm narrator' }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Calm narrator' }).click();
    await page.getByRole('button', { name: 'License this voice' }).click();
    await page.getByText('Each use then costs 100 credits').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'License this voice' }).click();
    await page.getByRole('link', { name: 'Use in speech' }).click();
    await page.getByLabel('Text').fill('A bought voice speaks.');
    await page.getByText('Costs 122 credits.').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    assert.ok((await playing(page)) > 0.5);
    await page.goto('/marketplace');
    await page.getByRole('link', { name: 'Calm narrator' }).click();
    await page.getByLabel('Stars').selectOption('4');
    await page.getByLabel('Comment').fill('Just right for my book.');
    await page.getByRole('button', { name: 'Send the review' }).click();
    await page.getByRole('listitem').getByText('Just right for my book.').waitFor();
    await buyer.check('listing');
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByLabel('Reason').selectOption('Something else');
    await page.getByRole('button', { name: 'Send the report' }).click();
    await page.getByText('We will look at it').first().waitFor();
  });

  test('the seller sees the use and the earnings, and asks for a payout', async () => {
    const { page } = seller;
    await page.goto('/seller');
    await page.getByRole('definition').getByText('70 credits').first().waitFor();
    await page.getByLabel('Credits to pay out').fill('70');
    await page.getByRole('button', { name: 'Request a payout' }).click();
    await page.getByRole('cell', { name: 'Requested' }).waitFor();
    await seller.check('seller');
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('cell', { name: 'Withdrawn' }).waitFor();
    assert.deepEqual(buyer.problems(), []);
  });
});
