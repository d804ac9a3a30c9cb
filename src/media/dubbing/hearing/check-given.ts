import type { GivenScript } from './draft-line.ts';
import { LEAST_SECONDS } from './draft-line.ts';
import { ScriptDoesNotFit } from './errors.ts';
import { countNames, MOST_SPEAKERS } from './script-speakers.ts';

/** Refuses a script that cannot be spoken in this film, before anything is charged or done. */
export function checkGiven({ lines }: Pick<GivenScript, 'lines'>, seconds: number): void {
  if (countNames(lines) > MOST_SPEAKERS)
    throw new ScriptDoesNotFit(`It names ${countNames(lines)} speakers; ${MOST_SPEAKERS} are possible.`);
  for (const [i, { time, text }] of lines.entries())
    if (time && time.start > seconds - LEAST_SECONDS)
      throw new ScriptDoesNotFit(
        `Cue ${i + 1} ("${text.slice(0, 40)}") begins at ${shown(time.start)} s, but the film ends at ${shown(seconds)} s.`,
      );
  if (!hasTimes(lines) && lines.length * LEAST_SECONDS > seconds)
    throw new ScriptDoesNotFit(
      `It has ${lines.length} lines for ${shown(seconds)} s of film. Send it with times (SRT or VTT), or join lines.`,
    );
}

/** SRT and VTT have times, plain text has none. */
export function hasTimes(lines: GivenScript['lines']): boolean {
  return lines.every(({ time }) => time !== null);
}

function shown(seconds: number): string {
  return String(Math.round(seconds * 10) / 10);
}
