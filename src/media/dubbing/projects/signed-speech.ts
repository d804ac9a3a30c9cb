import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import { withScratchFolder } from '../../../platform/scratch.ts';
import { guarded } from '../../../platform/storage/index.ts';
import type { Provenance } from '../../../work/provenance/index.ts';
import type { DubSpeaker } from '../project.ts';

export type SignDeps = {
  engine: Pick<SpeechEngine, 'capabilities'>;
  provenance: Pick<Provenance, 'signFile'>;
};

/**
 * A WAV file of lines of a dub, signed before any of it leaves. A track may be an hour long, so it is never in memory, and is not
 * written for a client who is gone.
 */
export function signedSpeech(
  { engine, provenance }: SignDeps,
  voice: DubSpeaker['voice'],
  sound: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<{ body: Readable; bytes: number }> {
  const { model } = engine.capabilities;
  const voiceId = voice?.kind === 'chosen' ? voice.voice_id : null;
  return withScratchFolder(async (folder) => {
    const source = join(folder, 'unsigned');
    const target = join(folder, 'signed');
    await write(sound, source, signal);
    await provenance.signFile({ kind: 'dub', contentType: 'audio/wav', model, voiceId }, source, target);
    const { size: bytes } = await stat(target);
    // An open file stays readable when its name is gone.
    const signed = await open(target, 'r');
    return { body: signed.createReadStream(), bytes };
  });
}

async function write(sound: AsyncIterable<Buffer>, path: string, signal: AbortSignal): Promise<void> {
  const bytes = Readable.from(sound, { objectMode: false });
  try {
    await guarded(() => pipeline(bytes, createWriteStream(path, { flags: 'wx' }), { signal }));
  } finally {
    // Somebody who left is no failure of the disk.
    signal.throwIfAborted();
  }
}
