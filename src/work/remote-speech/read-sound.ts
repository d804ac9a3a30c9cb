import { buffer } from 'node:stream/consumers';
import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { InvalidWav, readWav } from '../../../engines/codec/index.ts';
import { type RemoteSound, UnusableSound } from '../../../engines/speech/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { type InternalJob, openInternalOutput } from '../jobs/index.ts';

const Times = TypeCompiler.Compile(Type.Array(Type.Object({ start: Type.Number(), end: Type.Number() })));

/** Reads the uploaded sound. Its kind has bounded the sizes. */
export async function readSound(storage: Storage, job: InternalJob): Promise<RemoteSound> {
  const sound = await openInternalOutput(storage, job, 'sound');
  if (!sound) throw new UnusableSound('the worker uploaded no sound');
  try {
    return { ...readWav(await buffer(sound.body)), times: await readTimes(storage, job) };
  } catch (error) {
    throw error instanceof InvalidWav ? new UnusableSound(error.message) : error;
  }
}

async function readTimes(storage: Storage, job: InternalJob): Promise<RemoteSound['times']> {
  const file = await openInternalOutput(storage, job, 'words');
  if (!file) return null;
  const times = parsed((await buffer(file.body)).toString());
  if (!Times.Check(times)) throw new UnusableSound('the times of the words have another shape');
  return times;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableSound('the times of the words are not JSON');
  }
}
