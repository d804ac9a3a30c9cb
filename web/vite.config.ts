import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVICE = process.env.VOX_BASE_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compressed()],
  resolve: {
    alias: { '@vox-humana/client': join(import.meta.dirname, '../packages/client/src/index.ts') },
  },
  // No inlined files: the content policy allows none.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    emptyOutDir: true,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // What many pages share is one file: as a file each, headers would outweigh most of it.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 5 }] },
      },
    },
  },
  server: { proxy: { '/api': SERVICE, '/v1': SERVICE, '/docs': SERVICE } },
});

/** Each text file also compressed, so that the service only reads files. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true });
      await Promise.all(
        names
          .filter((name) => /\.(js|css|svg)$/.test(name))
          .map(async (name) => {
            const path = join(dir, name);
            const content = await readFile(path);
            await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
            await writeFile(`${path}.gz`, await promisify(gzip)(content));
          }),
      );
    },
  };
}
