import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { encodeWav } from '../../../../engines/codec/index.ts';
import { type LiveServer, openLiveServer, type Visit } from '../../../testing/live-server.ts';
import { runHere } from '../testing.ts';

const FRAME_BYTES = 640;

describe('talking to an agent in the terminal', () => {
  let server: LiveServer;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-talk-'));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    server = await openLiveServer();
    server.agent = { id: 'agent_1', name: 'Anna' };
    server.onMessage = (visit, message) => {
      const { type, text } = message as { type?: string; text?: string };
      if (type === 'text') answer(visit, `You said ${text}.`);
      if (type === 'end') end(visit);
    };
  });
  afterEach(() => server.close());

  let replies = 0;
  const reply = (visit: Visit, text: string) => {
    replies += 1;
    visit.say({ type: 'phase', phase: 'thinking' });
    visit.say({ type: 'phase', phase: 'speaking' });
    visit.say({ type: 'audio', reply: replies, start_ms: 0, end_ms: 1, words: [], packets: 1 });
    visit.sound(...new Array<number>(48).fill(1));
    visit.say({ type: 'reply_ended', reply: replies, text, heard: text, interrupted: false });
    visit.say({ type: 'phase', phase: 'listening' });
  };
  const answer = (visit: Visit, text: string) => {
    const heard = { turn: 1, language: 'en', seconds: 0.1, reason: 'finished', credits: 1 };
    visit.say({ type: 'transcript', text: 'Are you open?', ...heard });
    reply(visit, text);
  };
  const end = (visit: Visit, reason = 'ended_by_client') => {
    visit.say({ type: 'ended', reason });
    visit.socket.close(1000);
  };
  const talk = (args: string[], stdin = '') =>
    runHere(['talk', 'agent_1', ...args], {
      env: { VOX_API_KEY: 'k', VOX_BASE_URL: server.url },
      stdin,
    });
  const wav = async (name: string, seconds: number, rate = 16_000) => {
    const path = join(folder, name);
    await writeFile(path, encodeWav([new Float32Array(seconds * rate)], rate));
    return path;
  };

  test('types lines one after another, and ends with them', async () => {
    replies = 0;
    const { code, stdout, stderr } = await talk(['--save', join(folder, 'replies')], 'one\n\ntwo\n');
    assert.equal(code, 0, stderr);
    const files = [1, 2].map((number) => join(folder, 'replies', `reply-${number}.wav`));
    assert.equal(stdout, `Anna: You said one.\nAnna: You said two.\n${files.join('\n')}\n`);
    assert.match(stderr, /ended: ended_by_client/);
    const [first = ''] = files;
    const saved = await readFile(first);
    assert.deepEqual([saved.toString('latin1', 0, 4), saved.length], ['RIFF', 44 + 48]);
    const played = server.visits[0]?.received.filter((one) => (one as { type?: string }).type === 'played');
    assert.deepEqual(played?.[0], { type: 'played', reply: 1, ms: 1 });
  });

  test('waits for the first message, and stops when the agent hangs up', async () => {
    server.agent = { id: 'agent_1', name: 'Anna', first_message: 'Hello.' };
    const talking = talk([], 'bye\nnever sent\n');
    while (server.visits.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [visit] = server.visits as [Visit];
    server.onMessage = () => end(visit, 'ended_by_agent');
    assert.deepEqual(visit.received, []);
    reply(visit, 'Hello.');
    const { code, stdout, stderr } = await talking;
    assert.deepEqual([code, stdout], [0, 'Anna: Hello.\n']);
    assert.match(stderr, /ended: ended_by_agent/);
    const texts = visit.received.filter((one) => (one as { type?: string }).type === 'text');
    assert.deepEqual(texts, [{ type: 'text', text: 'bye' }]);
  });

  test('speaks recordings in frames, with silence until the answer, and tells the times', async () => {
    const path = await wav('question.wav', 0.1);
    let frames = 0;
    server.onMessage = (visit, message) => {
      if (!Array.isArray(message)) return end(visit);
      assert.equal(message.length, FRAME_BYTES);
      frames += 1;
      // Five of the recording, then silence.
      if (frames !== 8) return;
      answer(visit, 'Yes.');
    };
    const { code, stdout, stderr } = await talk(['--say', path]);
    assert.equal(code, 0, stderr);
    const told = stdout.split('\n').map((line) => line.replace(/^ *[\d.]+ {2}/, ''));
    for (const line of ['you: Are you open? (finished, 1 credits)', 'Anna: Yes.', `${path} ends`])
      assert.ok(told.includes(line), `${line} is missing in ${stdout}`);
    assert.match(stdout, /first sound \d+ ms after the recording ended/);
  });

  test('speaks the next recording without an answer, after so many seconds', async () => {
    const path = await wav('short.wav', 0.04);
    server.onMessage = (visit, message) => {
      if (!Array.isArray(message)) return end(visit);
      const frames = visit.received.filter(Array.isArray).length;
      // 2 of silence, 2 of the first recording, 2 of silence, 2 of the second. The first reply answers neither.
      if (frames === 7) reply(visit, 'Hello.');
      if (frames === 12) answer(visit, 'I know.');
    };
    const { stdout } = await talk(['--wait', '0.04', '--say', path, '--say', path]);
    const told = [...stdout.matchAll(/short\.wav (\w+)|Anna: .*/g)].map(([all, what]) => what ?? all);
    assert.deepEqual(
      told.filter((line) => line !== 'Anna: Hello.'),
      ['begins', 'ends', 'begins', 'ends', 'Anna: I know.'],
    );
  });

  test('says when another connection took the conversation over', async () => {
    server.onMessage = ({ socket }) => socket.close(4409, 'Another connection took over.');
    const { code, stderr } = await talk([], 'one\n');
    assert.deepEqual([code, stderr], [1, 'vox: Another connection took over.\n']);
  });

  test('prints one document with --json', async () => {
    const { stdout } = await talk(['--json'], 'one\n');
    const { conversation_id, ended, events } = JSON.parse(stdout);
    assert.deepEqual([conversation_id, ended], ['conv_1', 'ended_by_client']);
    assert.ok(
      events.some(({ type, text }: { type: string; text: string }) => type === 'reply_ended' && text),
    );
  });

  test('refuses what is no recording, before it connects', async () => {
    await writeFile(join(folder, 'no.wav'), 'not a WAV file');
    const cases = [
      [join(folder, 'no.wav'), /is not a WAV file/],
      [join(folder, 'missing.wav'), /does not exist/],
      [await wav('slow.wav', 0.1, 8_000), /at 8000 Hz.*\n.*ffmpeg/],
    ] as const;
    for (const [path, message] of cases) {
      const { code, stderr } = await talk(['--say', path]);
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
    const rates = await talk(['--say', await wav('a.wav', 0.1), '--say', await wav('b.wav', 0.1, 24_000)]);
    assert.deepEqual([rates.code, /different sample rates/.test(rates.stderr)], [2, true]);
    assert.equal(server.visits.length, 0);
  });
});
