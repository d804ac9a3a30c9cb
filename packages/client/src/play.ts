import type { Media } from './media.ts';
import { playInBrowser } from './play/in-browser.ts';
import { playWithCommand } from './play/with-command.ts';
import type { Uploadable } from './uploads.ts';

export { findPlayer } from './play/with-command.ts';

export type Playable = Media | Uploadable;

export type PlayOptions = {
  /** Aborting it stops the sound. */
  signal?: AbortSignal | undefined;
};

/**
 * Plays a sound, and returns when it has ended: `await play(client.speech.stream({ … }))`. In browsers by an audio
 * element, which may only start after the user has done something on the page. Elsewhere by a player that is installed:
 * ffplay, mpv, aplay, paplay, pw-play or afplay. The first three begin while the sound is still being made.
 */
export async function play(
  sound: Playable | PromiseLike<Playable>,
  { signal }: PlayOptions = {},
): Promise<void> {
  const ready = await sound;
  return 'document' in globalThis ? playInBrowser(ready, signal) : playWithCommand(ready, signal);
}
