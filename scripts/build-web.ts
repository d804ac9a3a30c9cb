/** Builds the console into `web/dist` if it is missing or its sources have changed. */
import { join } from 'node:path';
import { buildFolder, ROOT } from './built-folders.ts';

const CONFIG = 'web/vite.config.ts';
const sources = {
  folders: ['web/src', 'web/public', 'packages/client/src'],
  files: ['web/index.html', CONFIG, 'package-lock.json'],
};

await buildFolder('web/dist', sources, async (outDir) => {
  process.stderr.write('Building the console (once, some seconds) …\n');
  const { build } = await import('vite');
  await build({ configFile: join(ROOT, CONFIG), logLevel: 'warn', build: { outDir } });
});
