import { plain, plainJson } from './plain-text.ts';
import { createProgress, type Progress, type Stream } from './progress.ts';
import { tableLines } from './table.ts';

export type Output = ReturnType<typeof createOutput>;

type Style = 'bold' | 'red' | 'dim';
const STYLES: Record<Style, readonly [number, number]> = { bold: [1, 22], red: [31, 39], dim: [2, 22] };

type OutputOptions = { stdout: Stream; stderr: Stream; json: boolean; quiet: boolean; color: boolean };

/**
 * Results go to standard output, everything else to standard error. All text is made plain here, once, so no name that
 * somebody gave a voice can reach the terminal as an escape sequence.
 */
export function createOutput({ stdout, stderr, json, quiet, color }: OutputOptions) {
  const style = (name: Style, text: string, stream: Stream) => {
    const [on, off] = STYLES[name];
    return color && stream.isTTY ? `\u001b[${on}m${plain(text)}\u001b[${off}m` : plain(text);
  };
  const progresses = new Set<Progress>();
  const toStderr = (text: string) => {
    for (const progress of progresses) progress.clear();
    stderr.write(`${text}\n`);
  };
  return {
    json,
    stdout,

    /** The answer of the command: `value` with --json, otherwise the lines. Called once. */
    result(value: unknown, lines: string | readonly string[] = []): void {
      for (const progress of progresses) progress.clear();
      const text = json ? plainJson(value) : plain([lines].flat().join('\n'));
      if (text !== '') stdout.write(`${text}\n`);
    },

    /** The answer as a table. `value` is what --json prints. */
    table(
      value: unknown,
      head: readonly string[],
      rows: readonly (readonly string[])[],
      empty: string,
    ): void {
      if (json) {
        this.result(value);
      } else if (rows.length === 0) {
        this.note(empty);
      } else {
        const width = stdout.isTTY ? stdout.columns : undefined;
        const [header = '', ...lines] = tableLines([head, ...rows.map((row) => row.map(plain))], width);
        stdout.write(`${[style('bold', header, stdout), ...lines].join('\n')}\n`);
      }
    },

    /** Notes tell people what happens, and what to do next. */
    note(text: string): void {
      if (!quiet) toStderr(plain(text));
    },

    /** Shown even when quiet. */
    problem(message: string, hints: readonly string[] = []): void {
      toStderr(`${style('red', 'vox:', stderr)} ${plain(message)}`);
      for (const hint of hints) toStderr(style('dim', `  ${hint}`, stderr));
    },

    progress(label: string): Progress {
      const progress = createProgress({ stderr, quiet, label: plain(label) });
      progresses.add(progress);
      return progress;
    },
  };
}
