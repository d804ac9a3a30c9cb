import { countCharacters } from '../../../money/pricing/index.ts';
import type { DubLine, DubScript, DubSpeaker } from '../project.ts';
import { isSpeakable } from '../speaking/speakable.ts';
import { speechKeys } from '../speaking/speech-key.ts';
import { type DubRow, dubbedSeconds, type GivenScript } from './dub.ts';

type Dub = Pick<DubRow, 'target_language' | 'film' | 'options' | 'given' | 'script' | 'rendered'>;

const CHARACTERS_PER_SECOND = 15;

/** Guesses the characters of a film whose words are not known yet, at the rate that estimates of speech use. */
export function guessCharacters(seconds: number): number {
  return Math.ceil(seconds * CHARACTERS_PER_SECOND);
}

/**
 * Characters to speak, by the voice that the customer chose for them; null for voices that are matched. An estimate where the
 * translation is not known: the actual ones are settled.
 */
export function charactersByVoice(dub: Dub): Map<string | null, number> {
  const { script, options } = dub;
  const counted = new Map<string | null, number>();
  if (!script) return counted.set(options.voice_id, expectedCharacters(dub));
  const speakers = new Map(script.speakers.map((speaker) => [speaker.id, speaker]));
  const isSpoken = spokenTest(dub);
  for (const line of script.lines) {
    const speaker = speakers.get(line.speaker_id);
    if (!speaker || isSpoken(line)) continue;
    const words = line.translation ?? line.source;
    const characters =
      isSpeakable(words, dub.target_language) || line.translation === null ? countCharacters(words ?? '') : 0;
    const voiceId = chosenVoice(speaker, options.voice_id);
    if (characters > 0) counted.set(voiceId, (counted.get(voiceId) ?? 0) + characters);
  }
  return counted;
}

function chosenVoice({ voice }: DubSpeaker, otherwise: string | null): string | null {
  if (!voice) return otherwise;
  return voice.kind === 'chosen' ? voice.voice_id : null;
}

function expectedCharacters({ film, options, given }: Dub): number {
  return given ? givenCharacters(given) : guessCharacters(dubbedSeconds(film, options.range));
}

export function givenCharacters({ lines }: GivenScript): number {
  return lines.reduce((sum, { text }) => sum + countCharacters(text), 0);
}

/** Tells whether a line has been spoken with its words in the voice of its speaker. */
export function spokenTest({
  script,
  target_language: target,
}: Pick<DubRow, 'script' | 'target_language'>): (line: DubLine) => boolean {
  const keyFor = speechKeys(script?.speakers ?? [], target);
  return (line) => line.spoken !== null && line.spoken.key === keyFor(line);
}

/** Seconds of picture to render: all at first and after a change of how, else those of the lines that changed. */
export function secondsToRender(dub: Dub): number {
  const { film, options, script, rendered } = dub;
  if (!film.has_video || !(options.lip_sync || options.fit === 'picture')) return 0;
  const how = (one: Pick<typeof options, 'lip_sync' | 'sync_mode' | 'fit'>) =>
    `${one.lip_sync} ${one.sync_mode} ${one.fit}`;
  const all = dubbedSeconds(film, options.range);
  if (!script || !rendered || how(options) !== how(rendered)) return all;
  return Math.min(all, changedSeconds(script, rendered.places, spokenTest(dub)));
}

/** Sums the seconds of lines that are new, moved, gone, or spoken differently. */
function changedSeconds(
  { lines }: DubScript,
  places: Readonly<Record<string, readonly [number, number]>>,
  isSpoken: (line: DubLine) => boolean,
): number {
  const left = new Map(Object.entries(places));
  let seconds = 0;
  for (const line of lines) {
    const [start, end] = left.get(line.id) ?? [];
    left.delete(line.id);
    const isSame = start === line.start && end === line.end && isSpoken(line);
    if (!isSame) seconds += line.end - line.start;
  }
  for (const [start, end] of left.values()) seconds += end - start;
  return seconds;
}
