import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Console, openConsole, type Visitor } from './support/console.ts';
import { type FakeAgent, fakeAgent } from './support/fake-agent.ts';
import { post } from './support/send.ts';

const FLOW = { start: 'open', otherwise: 'Pardon?', states: { open: { rules: [] } } };
const AGENT = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none', flow: FLOW };
const GREETING = 'Good evening, what can I do for you?';

/** All that the caption ever said, because a part is shown so briefly that a busy machine would miss it. */
async function captionsOf(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const captions: string[] = [];
    const note = () => {
      for (const said of document.querySelectorAll('[data-said]')) captions.push(said.textContent ?? '');
    };
    new MutationObserver(note).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return captions;
  });
  return () => seen.jsonValue();
}

describe('talking to an agent in the console', () => {
  let opened: Console;
  let visitor: Visitor;
  let agent: FakeAgent;
  let talkPath: string;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp('talker@example.com');
    const { id } = await post(visitor.page, '/api/v1/agents', AGENT);
    talkPath = `/agents/${id}/talk`;
    agent = await fakeAgent(visitor.page);
  });
  after(() => opened?.close());
  beforeEach(async () => {
    await visitor.page.goto(talkPath);
    await visitor.page.getByRole('button', { name: 'Talk', exact: true }).waitFor();
  });

  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await delay(20);
  };
  const end = async () => {
    await visitor.page.getByRole('button', { name: 'Hang up' }).click();
    await until(() => agent.sent('end').length > 0);
    agent.send({ type: 'ended', reason: 'ended_by_client' });
    agent.close(1000);
  };

  test('the microphone is sent, captions follow the sound, and an interruption strikes out the rest', async () => {
    const { page } = visitor;
    const captions = await captionsOf(page);
    await visitor.check('talk');
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await page.getByText('Listens').waitFor();
    // A second of 16-bit samples at 16 kHz.
    await until(() => agent.heardBytes() > 32_000);
    agent.send({ type: 'turn', number: 0, credits: 36 });
    agent.say(1, GREETING);
    await page.getByText('Speaks').waitFor();
    await page.locator('[data-said]', { hasText: /^Good evening, what/ }).waitFor();
    const parts = (await captions()).filter((said) => said !== '' && said !== GREETING);
    assert.ok(parts.length > 0 && parts.every((said) => GREETING.startsWith(said)), parts.join(' | '));
    agent.send({ type: 'phase', phase: 'paused' });
    agent.send({ type: 'stop', reply: 1, at_ms: 1_400 });
    await until(() => agent.sent('played').length > 0);
    await page.getByText('Paused').waitFor();
    const heard = 'Good evening, what can';
    agent.send({ type: 'reply_ended', reply: 1, text: GREETING, heard, interrupted: true });
    agent.send({ type: 'transcript', turn: 1, text: 'A table for four, please.', credits: 10 });
    await page.getByText('A table for four, please.').waitFor();
    assert.match((await page.locator('s').textContent()) ?? '', /I do for you\?$/);
    const reports = agent.sent('played') as unknown as { reply: number; ms: number }[];
    assert.ok(reports.every(({ reply, ms }) => reply === 1 && ms >= 0 && ms <= 4_000));
    await visitor.check('talk-interrupted');
    await end();
    await page.getByText('Ended by the caller. It cost 46 credits.').waitFor();
    await visitor.check('talk-over');
  });

  test('a lost connection is opened again with the conversation, and what was said stays', async () => {
    const { page } = visitor;
    visitor.expectStatuses([404]);
    const before = agent.connections.length;
    await page.getByRole('button', { name: 'in writing' }).click();
    await page.getByText('Waits for you to write').waitFor();
    await page.getByLabel('Write instead of speaking').fill('Hello?');
    await page.getByRole('button', { name: 'Send' }).click();
    await until(() => agent.sent('text').length > 0);
    agent.send({ type: 'transcript', turn: 1, text: 'Hello?', credits: 0 });
    agent.close(1011);
    await page.getByText('The connection was lost').waitFor();
    await until(() => agent.connections.length === before + 2);
    assert.equal(agent.connections.at(-1)?.searchParams.get('conversation_id'), 'conv_fake');
    await page.getByText('The connection was lost').waitFor({ state: 'hidden' });
    agent.say(1, 'Still here.');
    await page.getByText('Still here.').waitFor();
    await page.getByText('Hello?').waitFor();
    agent.close(4409);
    await page.getByText('The conversation goes on in another window.').waitFor();
  });

  test('a function of the client is answered by hand', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await page.getByText('Listens').waitFor();
    agent.send({ type: 'tool_call', call_id: 'call_1', name: 'find_table', arguments: { people: 4 } });
    await page.getByLabel('Result').fill('{"table": 7}');
    await visitor.check('talk-function');
    await page.getByRole('button', { name: 'Answer' }).click();
    await until(() => agent.sent('tool_result').length > 0);
    assert.deepEqual(agent.sent('tool_result').at(-1), {
      type: 'tool_result',
      call_id: 'call_1',
      result: { table: 7 },
    });
    await page.getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('button', { name: 'Unmute' }).waitFor();
    await end();
  });

  test('a microphone that is refused is explained, and writing works without it', async () => {
    const { page } = visitor;
    // The browser of the tests allows everything, so the page is told what a browser says that was refused.
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await page.getByRole('alert').getByText('Allow it in the address bar').waitFor();
    await visitor.check('talk-refused');
    await page.getByRole('button', { name: 'in writing' }).click();
    await page.getByLabel('Write instead of speaking').waitFor();
    await end();
  });
});
