import { mkdir } from 'node:fs/promises';
import type { Agent, LiveConversation, LiveEvent } from '../../../client/src/index.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { followTalk } from '../talk/follow-talk.ts';
import { dialogueTo, timelineTo } from '../talk/printers.ts';
import { type Recording, readRecording } from '../talk/recording.ts';
import { createReplySounds } from '../talk/reply-sounds.ts';
import { sayFiles } from '../talk/say-files.ts';
import { typeTurns } from '../talk/type-turns.ts';

export const talk = defineCommand({
  name: 'talk',
  summary: 'Talk to a voice agent',
  details:
    'Type what you say and read what the agent answers; it ends with Ctrl-D. With --say, recordings are spoken in real time,\n' +
    'and everything that happens is printed with its time: phases, words, replies and how long they took.',
  args: [{ name: 'AGENT', required: true }],
  options: {
    say: {
      type: 'string',
      value: 'FILE',
      multiple: true,
      description: 'Speak this WAV file (16-bit mono, 16 or 24 kHz); may be repeated',
    },
    wait: {
      type: 'number',
      value: 'SECONDS',
      description: 'Begin each recording after so long, instead of after the answer: to interrupt it',
    },
    save: {
      type: 'string',
      value: 'FOLDER',
      description: 'Save the sound of each reply as it was heard: reply-1.wav, …',
    },
    conversation: { type: 'string', value: 'ID', description: 'Go on with a conversation' },
  },
  examples: [
    'vox talk AGENT',
    'echo "A table for four" | vox talk AGENT',
    'vox say -o question.wav "Are you open on Sunday?" && vox talk AGENT --say question.wav --save replies',
  ],
  async run(context, { options, args: [id = ''] }) {
    const recordings = await readAll(options.say ?? []);
    if (options.save !== undefined) await mkdir(options.save, { recursive: true });
    const agent = await context.client.agents.get(id, { signal: context.signal });
    const live = await context.client.agents.talk(id, {
      input: recordings[0]?.rate === 24_000 ? 'pcm_24000' : 'pcm_16000',
      conversationId: options.conversation,
      signal: context.signal,
    });
    const release = context.captureInterrupt(leaveWith(live));
    try {
      await hold(context, live, {
        agent: agent.name,
        opens: options.conversation === undefined && opensItself(agent),
        recordings,
        waitMs: options.wait === undefined ? null : options.wait * 1_000,
        folder: options.save,
      });
    } finally {
      release();
      live.close();
    }
  },
});

type Held = {
  agent: string;
  opens: boolean;
  recordings: Recording[];
  waitMs: number | null;
  folder: string | undefined;
};
type Noted = { at_ms: number } & Record<string, unknown>;

async function hold(
  context: Context,
  live: LiveConversation,
  { agent, opens, recordings, waitMs, folder }: Held,
) {
  const { output } = context;
  const isSpoken = recordings.length > 0;
  const begunAt = performance.now();
  const events: Noted[] = [];
  const sounds = folder === undefined ? null : createReplySounds(folder);
  const print = isSpoken ? timelineTo(context, agent, begunAt) : dialogueTo(context, agent);
  const talk = followTalk(live, (event) => {
    // Whoever reads has heard all of it at once.
    if (event.type === 'audio' && !isSpoken) live.played(event.reply, event.end_ms);
    if (event.type === 'tool_call') live.answer(event.call_id, { error: 'A terminal has no functions.' });
    sounds?.take(event);
    events.push(noted(event, performance.now() - begunAt));
    if (!output.json) print.event(event);
  });
  if (opens) talk.expectOpening();
  if (isSpoken) await sayFiles(recordings, { live, talk, waitMs, onSpoken: print.spoken });
  else await typeTurns(context, live, talk);
  if (!talk.isOver) live.end();
  await talk.over;
  const files = (await sounds?.paths()) ?? [];
  const ended = { conversation_id: live.id, ended: talk.endedReason };
  output.result({ ...ended, events, files }, files);
}

function opensItself({ disclosure, first_message: first, flow }: Agent): boolean {
  return disclosure === 'spoken' || Boolean(first ?? flow?.states[flow.start]?.say);
}

/** First it is ended, as a caller who hangs up would; then it is only left. */
function leaveWith(live: LiveConversation): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return live.close();
    isAsked = true;
    live.end();
  };
}

async function readAll(paths: readonly string[]): Promise<Recording[]> {
  const recordings = await Promise.all(paths.map(readRecording));
  if (new Set(recordings.map(({ rate }) => rate)).size > 1)
    throw new UsageError('The files have different sample rates. Give all of them one.');
  return recordings;
}

function noted({ ...event }: LiveEvent, atMs: number): Noted {
  const facts = event.type === 'audio' ? { ...event, packets: event.packets.length } : event;
  return { at_ms: Math.round(atMs), ...facts };
}
