import { countCharacters } from '../../../money/pricing/index.ts';
import type { DubLine, DubScript, DubSpeaker } from '../project.ts';
import { speechKey } from '../speaking/speech-key.ts';
import { type DubRow, dubbedSeconds } from './dub.ts';

type Dub = Pick<DubRow, 'target_language' | 'film' | 'options' | 'given' | 'script' | 'rendered'>;

/** For films whose words are not known yet, as for estimates of speech. */
const CHARACTERS_PER_SECOND = 15;

/**
 * Characters to speak, by the voice that the customer chose for them; null for voices that are matched. An estimate where the
 * translation is not known: the actual ones are settled.
 */
export function charactersByVoice(dub: Dub): Map<string | null, number> {
  const { script, options } = dub;
  const counted = new Map<string | null, number>();
  if (!script) return counted.set(options.voice_id, expectedCharacters(dub));
  const speakers = new Map(script.speakers.map((speaker) => [speaker.id, speaker]));
  for (const line of script.lines) {
    const speaker = speakers.get(line.speaker_id);
    if (!speaker || !mustSpeak(line, speaker, dub.target_language)) continue;
    const characters = countCharacters(line.translation ?? line.source ?? '');
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
  if (given) return given.lines.reduce((sum, { text }) => sum + countCharacters(text), 0);
  return Math.ceil(dubbedSeconds(film, options.range) * CHARACTERS_PER_SECOND);
}

/** Whether the line has not been spoken with these words in this voice. */
export function mustSpeak(line: DubLine, { voice }: Pick<DubSpeaker, 'voice'>, target: string): boolean {
  return !line.spoken || !voice || line.spoken.key !== speechKey(line, voice, target);
}

/** Seconds of picture to render: all at first and after a change of how, else those of the lines that changed. */
export function secondsToRender(dub: Dub): number {
  const { film, options, script, rendered } = dub;
  if (!film.has_video || !(options.lip_sync || options.fit === 'picture')) return 0;
  const how = (one: Pick<typeof options, 'lip_sync' | 'sync_mode' | 'fit'>) =>
    `${one.lip_sync} ${one.sync_mode} ${one.fit}`;
  const all = dubbedSeconds(film, options.range);
  if (!script || !rendered || how(options) !== how(rendered)) return all;
  return Math.min(all, changedSeconds(script, rendered.places, dub.target_language));
}

/** Of lines that are new, moved, gone, or spoken differently. */
function changedSeconds(
  { lines, speakers }: DubScript,
  places: Readonly<Record<string, readonly [number, number]>>,
  target: string,
): number {
  const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  const left = new Map(Object.entries(places));
  let seconds = 0;
  for (const line of lines) {
    const [start, end] = left.get(line.id) ?? [];
    left.delete(line.id);
    const speaker = byId.get(line.speaker_id);
    const isSame = start === line.start && end === line.end && speaker && !mustSpeak(line, speaker, target);
    if (!isSame) seconds += line.end - line.start;
  }
  for (const [start, end] of left.values()) seconds += end - start;
  return seconds;
}
