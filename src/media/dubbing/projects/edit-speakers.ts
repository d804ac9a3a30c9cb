import { randomBase62 } from '../../../platform/ids.ts';
import { DubScript, type DubSpeaker, type DubVoice } from '../project.ts';
import { SpeakerNotFound, TooManySpeakers } from './errors.ts';

const MOST_SPEAKERS = DubScript.properties.speakers.maxItems ?? 0;

export function findSpeaker({ speakers }: DubScript, id: string): DubSpeaker {
  const speaker = speakers.find((one) => one.id === id);
  if (!speaker) throw new SpeakerNotFound();
  return speaker;
}

export function addSpeaker(
  script: DubScript,
  { name, voice }: { name: string; voice: DubVoice | null },
): { script: DubScript; speaker: DubSpeaker } {
  if (script.speakers.length >= MOST_SPEAKERS)
    throw new TooManySpeakers('speakers', `must be at most ${MOST_SPEAKERS}`);
  const speaker: DubSpeaker = { id: `speaker_${randomBase62(12)}`, name, seconds: 0, print: null, voice };
  return { script: { ...script, speakers: [...script.speakers, speaker] }, speaker };
}

/** `voice` is null for one that the next render finds, and undefined if it stays. */
export function changeSpeaker(
  script: DubScript,
  id: string,
  { name, voice }: { name?: string | undefined; voice?: DubVoice | null | undefined },
): { script: DubScript; speaker: DubSpeaker } {
  const found = findSpeaker(script, id);
  const speaker = { ...found, name: name ?? found.name, voice: voice === undefined ? found.voice : voice };
  const speakers = script.speakers.map((one) => (one === found ? speaker : one));
  return { script: { ...script, speakers }, speaker };
}
