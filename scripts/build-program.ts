/**
 * Bundles the service and its worker into `dist` if they are missing or their sources have changed. To load four thousand modules took most
 * of a start; a few files take a quarter of that, and 90 MB less.
 */
import { dirname, relative } from 'node:path';
import type { Plugin } from 'vite';
import { buildFolder, ROOT } from './built-folders.ts';

const SOURCES = {
  folders: ['src', 'engines'],
  files: ['package-lock.json', 'scripts/build-program.ts'],
};
/** These load binaries, or files beside their code. */
const LEFT_AS_PACKAGES = [
  '@electric-sql/pglite',
  '@evan/opus',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'onnxruntime-node',
  'pdfkit',
];
const DIST = 'dist';

const PLACES = /\bimport\.meta\.(?:url|dirname|filename)\b|\b__(?:dirname|filename)\b/gu;
const DECLARES_ITS_PLACE = /\b(?:const|let|var)\s+__(?:dirname|filename)\b/u;

/** What a module says of its own place stays true, wherever the project is: processes, threads and files are found from there. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    const places = code.match(PLACES);
    if (!places || id.startsWith('\0')) return undefined;
    const file = urlOf(id);
    const path = (url: string) => `process.getBuiltinModule('node:url').fileURLToPath(${url})`;
    const said: Record<string, string> = {
      'import.meta.url': `${file}.href`,
      'import.meta.filename': path(file),
      'import.meta.dirname': path(urlOf(dirname(id))),
      ...(!DECLARES_ITS_PLACE.test(code) && {
        __filename: path(file),
        __dirname: path(urlOf(dirname(id))),
      }),
    };
    return code.replace(PLACES, (place) => said[place] ?? place);
  },
};

function urlOf(path: string): string {
  return `new URL(${JSON.stringify(`../${relative(ROOT, path)}`)}, import.meta.url)`;
}

await buildFolder(DIST, SOURCES, async (outDir) => {
  process.stderr.write('Bundling the program (once, some seconds) …\n');
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [ownPlaces],
    ssr: { noExternal: true, external: LEFT_AS_PACKAGES },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      copyPublicDir: false,
      rollupOptions: {
        input: { serve: 'src/main/serve.ts', worker: 'src/main/worker.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
});
