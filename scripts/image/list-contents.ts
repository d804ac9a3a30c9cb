/**
 * node scripts/image/list-contents.ts FOLDER
 *
 * Writes what an image is made of: `sbom.cdx.json` (CycloneDX: packages of npm and of Debian, and Node) and `npm.txt`, the licences of
 * the packages of npm. Those of Debian's packages are in /usr/share/doc. Runs before the packages are made slim, because the console
 * contains code of packages that only build it.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Component = { type: string; name: string; version: string; purl: string; 'bom-ref': string };
type Sbom = { components: Component[] };

const LICENCE = /^(licen[cs]e|notice|copying|copyright|.*\.copyright$)/i;
const [folder = 'licences'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const sbom = npmSbom();
sbom.components.push(...debianPackages(), component('node', process.versions.node, 'pkg:generic/node'));
writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(sbom));
writeFileSync(join(folder, 'npm.txt'), licencesBelow('node_modules').join('\n'));
process.stdout.write(`${sbom.components.length} components in ${folder}\n`);

function npmSbom(): Sbom {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  return JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1 << 28 })) as Sbom;
}

function debianPackages(): Component[] {
  const fields = ['Package', 'Version', 'Architecture'].map((field) => `\${${field}}`).join('\t');
  const listed = execFileSync('dpkg-query', ['--show', `--showformat=${fields}\n`], { encoding: 'utf8' });
  return listed
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', version = '', architecture = ''] = line.split('\t');
      return component(name, version, `pkg:deb/debian/${name}`, `?arch=${architecture}`);
    });
}

function component(name: string, version: string, purl: string, qualifiers = ''): Component {
  const address = `${purl}@${encodeURIComponent(version)}${qualifiers}`;
  return { type: 'library', name, version, purl: address, 'bom-ref': address };
}

/** The texts of every package, those of packages within packages included. */
function licencesBelow(root: string): string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && LICENCE.test(file.name) && !/\.[cm]?[jt]s$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .sort()
    .map((path) => `${'='.repeat(80)}\n${path}\n\n${readFileSync(path, 'utf8')}`);
}
