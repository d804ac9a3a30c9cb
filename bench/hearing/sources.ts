import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackPackage } from '../debian-package.ts';

/** Names the Debian packages that hold a recording of a person and its words. */
export type Source = {
  person: string;
  language: string;
  licence: string;
  packages: { sound: string; text: string };
  /** Both get the folders of the packages. */
  soundOf(id: string, folder: string): Promise<string>;
  textOf(id: string, folder: string): Promise<string | undefined>;
};

export function asterisk(language: string): Source {
  const text = `asterisk-core-sounds-${language}`;
  return {
    person: `asterisk-${language}`,
    language,
    licence: 'CC-BY-SA-3.0',
    packages: { sound: `${text}-g722`, text },
    soundOf: (id, folder) => find(folder, `/${id}.g722`),
    async textOf(id, folder) {
      const path = join(folder, `usr/share/doc/${text}/core-sounds-${language}.txt.gz`);
      return lineOf(gunzipSync(await readFile(path)).toString(), `${id}: `);
    },
  };
}

export function stamps(language: string): Source {
  const name = 'tuxpaint-stamps-default';
  const stamp = (id: string): string => `/stamps/${id}`;
  return {
    person: `stamps-${language}`,
    language,
    licence: 'GPL-2+',
    packages: { sound: name, text: name },
    soundOf: (id, folder) => find(folder, `${stamp(id)}_desc_${language}.ogg`),
    textOf: async (id, folder) =>
      lineOf(await readFile(await find(folder, `${stamp(id)}.txt`), 'utf8'), `${language}.utf8=`),
  };
}

export function librivox(): Source {
  const name = 'pocketsphinx-testdata';
  const reading = (id: string): string => `sense_and_sensibility_01_austen_64kb-${id}`;
  return {
    person: 'librivox-en',
    language: 'en',
    licence: 'public domain',
    packages: { sound: name, text: name },
    soundOf: (id, folder) => find(folder, `/librivox/${reading(id)}.wav`),
    async textOf(id, folder) {
      const lines = await readFile(await find(folder, '/librivox/transcription'), 'utf8');
      return new RegExp(`<s> (.*) </s> \\(${reading(id)}\\)`, 'u').exec(lines)?.[1];
    },
  };
}

/** The two speakers of a game: `m` and `v`. Ids are LEVEL/LINE. */
export function fish(language: string, letter: 'm' | 'v'): Source {
  return {
    person: `fillets-${language}-${letter}`,
    language,
    licence: 'GPL-2+',
    packages: { sound: `fillets-ng-data-${language}`, text: 'fillets-ng-data' },
    soundOf: (id, folder) => find(folder, `/sound/${dirname(id)}/${language}/${basename(id)}.ogg`),
    async textOf(id, folder) {
      const path = await find(folder, `/script/${dirname(id)}/dialogs_${language}.lua`);
      const line = new RegExp(`dialogId\\("${basename(id)}".*\\)\\s*\\ndialogStr\\("(.*)"\\)`, 'u');
      return line.exec(await readFile(path, 'utf8'))?.[1];
    },
  };
}

function lineOf(text: string, beginning: string): string | undefined {
  const line = text.split('\n').find((one) => one.startsWith(beginning));
  return line?.slice(beginning.length).replace(/\(.*\)/u, '');
}

async function find(folder: string, ending: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const path = paths.find((one) => one.endsWith(ending));
  if (!path) throw new Error(`there is no ${ending} in ${folder}`);
  return path;
}

export async function locate(
  source: Source,
  id: string,
  packages: string,
): Promise<{ path: string; text: string }> {
  const path = await source.soundOf(id, await unpackPackage(source.packages.sound, packages));
  const text = await source.textOf(id, await unpackPackage(source.packages.text, packages));
  if (!text) throw new Error(`${source.person} has no text for ${id}`);
  return { path, text };
}
