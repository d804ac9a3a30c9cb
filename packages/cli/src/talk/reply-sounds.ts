import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveEvent, ReplyAudio } from '../../../client/src/index.ts';

const RATE = 24_000;

/** Keeps each reply as it was heard, and writes it to a WAV file in the folder. */
export function createReplySounds(folder: string) {
  const replies = new Map<number, Buffer>();
  const saved: string[] = [];
  let written = Promise.resolve();

  /** A reply that was taken back goes on at an earlier place. */
  const add = ({ reply, start_ms: startMs, packets }: ReplyAudio) => {
    const before = cut(replies.get(reply), startMs);
    replies.set(reply, Buffer.concat([before, ...packets]));
  };
  const write = async (reply: number, pcm: Buffer) => {
    const path = join(folder, `reply-${reply}.wav`);
    await writeFile(path, wavOf(pcm));
    saved.push(path);
  };
  return {
    take(event: LiveEvent): void {
      if (event.type === 'audio') add(event);
      if (event.type === 'stop') replies.set(event.reply, cut(replies.get(event.reply), event.at_ms));
      const pcm = event.type === 'reply_ended' && replies.get(event.reply);
      if (!pcm) return;
      replies.delete(event.reply);
      if (pcm.length === 0) return;
      written = written.then(() => write(event.reply, pcm));
      // `paths` tells.
      written.catch(() => undefined);
    },
    /** The files, once they are all written. */
    async paths(): Promise<string[]> {
      await written;
      return saved;
    },
  };
}

function cut(pcm: Buffer | undefined, ms: number): Buffer {
  return (pcm ?? Buffer.alloc(0)).subarray(0, Math.round((ms * RATE) / 1_000) * 2);
}

function wavOf(pcm: Buffer): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]);
}
