import { InvalidSpeaker } from './errors.ts';
import { readSpeaker, SPEAKER_ENGINE, SPEAKER_VERSION, type SpeakerArtifact } from './speaker.ts';

/** A voice that only its own engine can speak, which runs on a worker. */
export type RemoteSpeaker = {
  /** Name of the engine, such as `xtts-v2`. */
  engine: string;
  version: typeof SPEAKER_VERSION;
  /** The object that the worker made of the samples. Only that engine can read it. */
  artifactKey: string;
  /** BCP 47. */
  language: string;
};

/** A custom voice is spoken by one of these. */
export type Speaker = SpeakerArtifact | RemoteSpeaker;

export function isRemote(speaker: Speaker | undefined): speaker is RemoteSpeaker {
  return speaker !== undefined && 'artifactKey' in speaker;
}

/** Validates a stored speaker of any engine, parsed from JSON. */
export function readAnySpeaker(kept: unknown): Speaker {
  const fields = (kept ?? {}) as Partial<Record<keyof RemoteSpeaker, unknown>>;
  if (fields.artifactKey === undefined) return readSpeaker(kept);
  const { engine, artifactKey, language } = fields;
  if (typeof engine !== 'string' || engine === SPEAKER_ENGINE)
    throw new InvalidSpeaker('it does not name its engine');
  if (typeof artifactKey !== 'string' || typeof language !== 'string')
    throw new InvalidSpeaker('its artifact or its language is missing');
  return { engine, version: SPEAKER_VERSION, artifactKey, language };
}
