import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { uploadOf } from '../upload.ts';

type Stretch = { start: number; end: number };

export const check = defineCommand({
  name: 'check',
  summary: 'Find out whether a machine made a recording or a film',
  args: [{ name: 'FILE|URL|-', required: true }],
  options: {},
  examples: ['vox check voicemail.mp3', 'vox check https://example.com/film.mp4'],
  async run(context, { args: [source = ''] }) {
    const { client, output, signal } = context;
    const isUrl = /^https?:\/\//i.test(source);
    const input = isUrl ? { url: source } : { file: await uploadOf(context, source) };
    const result = await client.provenance.check(input, { signal });
    const { watermark, manifest, note } = result;
    const places = stretches(watermark.windows.filter(({ probability }) => probability > 0.5));
    const lines = [
      watermark.found
        ? `Watermark: found in ${Math.round(watermark.share * 100)} % of what can be heard (${places.map(inWords).join(', ')})`
        : 'Watermark: not found',
      manifest.state === 'absent'
        ? 'Manifest: none'
        : `Manifest: ${manifest.state}, ${manifest.trusted ? 'trusted' : 'not trusted'}, signed by ${manifest.issuer ?? 'nobody who is named'}`,
      ...registry(result),
      note,
    ];
    output.result(result, lines.join('\n'));
  },
});

type Result = Awaited<ReturnType<Context['client']['provenance']['check']>>;

/** Whoever did not make the file is not told which record it is. */
function registry({ watermark, records }: Result): string[] {
  if (watermark.installation !== 'this') return [];
  const known = records.map(
    ({ id, kind, made_at, found_by }) => `  ${id} (${kind}, ${made_at}, found by its ${found_by})`,
  );
  return [
    known.length > 0 ? 'Registry: you made this here' : 'Registry: made here, and not by you',
    ...known,
  ];
}

/** Windows overlap; what they cover together is told once. */
function stretches(windows: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const { start, end } of windows) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = end;
    else found.push({ start, end });
  }
  return found;
}

function inWords({ start, end }: Stretch): string {
  return `${Math.round(start)} to ${Math.round(end)} s`;
}
