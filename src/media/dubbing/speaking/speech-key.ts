import { createHash } from 'node:crypto';
import { countCharacters } from '../../../money/pricing/index.ts';
import type { DubLine, DubScript, DubSpeaker, DubVoice } from '../project.ts';
import { isSpeakable } from './speakable.ts';

/** Increase this when lines must be spoken, and charged, again. */
const VERSION = 1;
const KEY_CHARACTERS = 32;

type Words = Pick<DubLine, 'translation'>;

/** Tells from what a line is spoken. A line with the same key is not charged again. */
export function speechKey({ translation }: Words, voice: DubVoice, target: string): string {
  return keyOf(translation, identityOf(voice), target);
}

/** Does the work of `speechKey` for many lines. A key is null while the speaker of the line has no voice. */
export function speechKeys(
  speakers: readonly DubSpeaker[],
  target: string,
): (line: Words & Pick<DubLine, 'speaker_id'>) => string | null {
  const identities = new Map(speakers.map(({ id, voice }) => [id, voice && identityOf(voice)]));
  return ({ translation, speaker_id }) => {
    const identity = identities.get(speaker_id);
    return identity ? keyOf(translation, identity, target) : null;
  };
}

/** Counts the billed characters of lines that have not been spoken as they are now. */
export function changedCharacters(script: DubScript, target: string): number {
  const keyFor = speechKeys(script.speakers, target);
  return charactersWhere(script, target, (line) => !line.spoken || line.spoken.key !== keyFor(line));
}

/** Counts the billed characters of all lines. */
export function charactersOf(script: DubScript, target: string): number {
  return charactersWhere(script, target, () => true);
}

function charactersWhere(script: DubScript, target: string, counts: (line: DubLine) => boolean): number {
  let sum = 0;
  for (const line of script.lines)
    if (isSpeakable(line.translation, target) && counts(line)) sum += countCharacters(line.translation);
  return sum;
}

function keyOf(translation: string | null, identity: string, target: string): string {
  const parts = JSON.stringify([VERSION, target, identity, translation ?? '']);
  return createHash('sha256').update(parts).digest('hex').slice(0, KEY_CHARACTERS);
}

function identityOf(voice: DubVoice): string {
  // A chosen voice never changes, and its artifact is not kept with the dub.
  if (voice.kind === 'chosen') return voice.voice_id;
  if (voice.speaker !== undefined) return JSON.stringify(voice.speaker, withSortedKeys);
  return 'voice_id' in voice ? voice.voice_id : '';
}

/** The database does not keep the order of keys. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
