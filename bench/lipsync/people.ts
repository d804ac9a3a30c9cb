/** People who say what is written beside them: recordings of Debian packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export type Recording = { speaker: string; voiceId: string; text: string; path: string };

const STAMPS = 'tuxpaint-stamps-default';
const LIBRIVOX = 'pocketsphinx-testdata';
/** Names of what is drawn, GPL-2+; the text is in a file beside the sound, a line for each language. */
const STAMP_SPEAKERS = [
  { language: 'en', ending: '_desc.ogg', line: /^([A-Z].*)$/m, voiceId: 'af_heart' },
  { language: 'es', ending: '_desc_es.ogg', line: /^es\.utf8=(.*)$/m, voiceId: 'ef_dora' },
  { language: 'fr', ending: '_desc_fr.ogg', line: /^fr\.utf8=(.*)$/m, voiceId: 'ff_siwis' },
];
const PER_SPEAKER = 30;
const HAS_CLOSURES = /[pbm].*[pbm]/iu;
const ODD = /\d|[“”"«»()]/u;

export function fetchRecordings(folder: string): Recording[] {
  return [...librivox(unpacked(LIBRIVOX, folder)), ...stamps(unpacked(STAMPS, folder))];
}

function unpacked(name: string, folder: string): string {
  const target = join(folder, name);
  if (existsSync(target)) return target;
  mkdirSync(folder, { recursive: true });
  execFileSync('apt-get', ['download', '-q', name], { cwd: folder, stdio: 'inherit' });
  const archive = readdirSync(folder).find((file) => file.startsWith(`${name}_`));
  if (!archive) throw new Error(`${name} was not downloaded`);
  execFileSync('dpkg-deb', ['-x', archive, name], { cwd: folder });
  return target;
}

/** A chapter of Sense and Sensibility, public domain. */
function librivox(folder: string): Recording[] {
  const place = join(folder, 'usr/share/pocketsphinx/test/data/librivox');
  const lines = readFileSync(join(place, 'transcription'), 'utf8').matchAll(/<s> (.+) <\/s> \((.+)\)/g);
  return [...lines].map(([, text = '', id = '']) => ({
    speaker: 'librivox-austen',
    voiceId: 'af_heart',
    text,
    path: join(place, `${id}.wav`),
  }));
}

function stamps(folder: string): Recording[] {
  const files = readdirSync(join(folder, 'usr/share/tuxpaint/stamps'), { recursive: true, encoding: 'utf8' });
  return STAMP_SPEAKERS.flatMap(({ language, ending, line, voiceId }) => {
    const found = files
      .filter((file) => file.endsWith(ending))
      .sort((a, b) => basename(a).localeCompare(basename(b)))
      .flatMap((file): Recording[] => {
        const path = join(folder, 'usr/share/tuxpaint/stamps', file);
        const texts = `${path.slice(0, -ending.length)}.txt`;
        const text = existsSync(texts) ? line.exec(readFileSync(texts, 'utf8'))?.[1] : undefined;
        const usable = text !== undefined && HAS_CLOSURES.test(text) && !ODD.test(text);
        return usable ? [{ speaker: `stamps-${language}`, voiceId, text, path }] : [];
      });
    const every = Math.max(1, Math.floor(found.length / PER_SPEAKER));
    return found.filter((_, i) => i % every === 0).slice(0, PER_SPEAKER);
  });
}
