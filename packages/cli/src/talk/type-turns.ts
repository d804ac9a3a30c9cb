import { createInterface } from 'node:readline';
import type { LiveConversation } from '../../../client/src/index.ts';
import type { Context } from '../context.ts';
import type { Talk } from './follow-talk.ts';

/** Says each line that is typed, and waits for the answer. Ends with the input. */
export async function typeTurns(
  { stdin, stderr }: Context,
  live: LiveConversation,
  talk: Talk,
): Promise<void> {
  const isTerminal = Boolean(stdin.isTTY);
  const reader = createInterface({ input: stdin, ...(isTerminal && { output: stderr, terminal: true }) });
  reader.setPrompt('> ');
  let isClosed = false;
  reader.on('close', () => {
    isClosed = true;
  });
  // In raw mode Ctrl-C is a character.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const lines = reader[Symbol.asyncIterator]();
  const over = talk.over.then(
    () => null,
    () => null,
  );
  try {
    for (;;) {
      await talk.answer();
      if (talk.isOver) return;
      if (isTerminal && !isClosed) reader.prompt();
      const line = await Promise.race([lines.next(), over]);
      if (line === null || line.done) return;
      if (line.value.trim() === '') continue;
      talk.expectAnswer();
      live.sendText(line.value);
    }
  } finally {
    reader.close();
  }
}
