import { buffer } from 'node:stream/consumers';
import { InvalidWav, readStereoWav, type Sound } from '../../../engines/codec/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { type InternalJob, openInternalOutput } from '../jobs/index.ts';
import type { SoundJobRequest } from './sound-kinds.ts';

/** The worker sent something that is not the sound that was asked for. */
export class UnusableSound extends Error {}

/** A model may stop a little early or late: what is missing is silence, what is too much is cut. */
const TOLERANCE_SECONDS = 0.5;
const SHORTEST_SECONDS = 0.1;
/** −60 dB of full scale. */
const AUDIBLE = 0.001;

/** Reads the uploaded sound, if it is audible and as long as was asked for. */
export async function readSound(
  storage: Storage,
  job: InternalJob,
  { seconds, max_seconds: maxSeconds }: Pick<SoundJobRequest, 'seconds' | 'max_seconds'>,
): Promise<Sound> {
  const uploaded = await openInternalOutput(storage, job, 'sound');
  if (!uploaded) throw new UnusableSound('the worker uploaded no sound');
  const sound = parsed(await buffer(uploaded.body));
  const length = secondsOf(sound);
  const [least, most] =
    seconds === null
      ? [SHORTEST_SECONDS, maxSeconds + TOLERANCE_SECONDS]
      : [seconds - TOLERANCE_SECONDS, seconds + TOLERANCE_SECONDS];
  if (length < least || length > most)
    throw new UnusableSound(`it is ${length} seconds long, not between ${least} and ${most}`);
  const isAudible = sound.channels.some((channel) => channel.some((sample) => Math.abs(sample) > AUDIBLE));
  if (!isAudible) throw new UnusableSound('it is silent');
  return sound;
}

export function secondsOf({ channels, sampleRate }: Sound): number {
  return (channels[0]?.length ?? 0) / sampleRate;
}

function parsed(file: Buffer): Sound {
  try {
    return readStereoWav(file);
  } catch (error) {
    throw error instanceof InvalidWav ? new UnusableSound(error.message) : error;
  }
}
