import type { Ducking } from '../../../engines/dsp/index.ts';
import type { History } from '../history/index.ts';
import { NothingToDuck, NoWordTimes, SecondsRequired, SpeechTooLong } from './errors.ts';
import { MAX_SECONDS, MIN_SECONDS, type MusicRequest } from './schemas.ts';

const DEFAULT_DECIBELS = 10;

/** Refuses requests that are wrong whatever the speech is. */
export function checkDucking(request: MusicRequest): void {
  const { history_id: historyId, duck_db: decibels, seconds, loop, format } = request;
  if (historyId === undefined) {
    if (decibels !== undefined) throw new NothingToDuck('duck_db needs the history_id of speech.');
    if (seconds === undefined) throw new SecondsRequired();
    return;
  }
  if (loop) throw new NothingToDuck('A loop has no place for speech. Leave out loop or history_id.');
  if (format === 'midi') throw new NothingToDuck('MIDI has no sound to lower. Leave out history_id.');
}

/** How long the music is, and the words of the account's speech that it makes room for. */
export async function fitToSpeech(
  history: Pick<History, 'find' | 'words'>,
  accountId: string,
  { history_id: historyId, duck_db: decibels = DEFAULT_DECIBELS, seconds: asked }: MusicRequest,
): Promise<{ seconds: number; ducking?: Ducking }> {
  if (historyId === undefined) {
    if (asked === undefined) throw new SecondsRequired();
    return { seconds: asked };
  }
  const { voice_id: voiceId, duration_seconds: spoken } = await history.find(accountId, historyId);
  if (voiceId === null) throw new NoWordTimes();
  const { words } = await history.words(accountId, historyId);
  if (words.length === 0) throw new NoWordTimes();
  const seconds = asked ?? Math.max(MIN_SECONDS, Math.ceil(spoken));
  if (seconds > MAX_SECONDS) throw new SpeechTooLong(spoken, MAX_SECONDS);
  return { seconds, ducking: { words: words.map(({ start, end }) => ({ start, end })), decibels } };
}
