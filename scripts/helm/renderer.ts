import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
};
type Rendered = { objects: KubernetesObject[]; notes: string };
export type Renderer = { name: string; render(values: object): Rendered };

const CHART = 'deploy/helm/vox-humana';
const RELEASE = 'vox';
const NAMESPACE = 'voice';
const PACKAGES = 'golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev';
/** Where Debian puts the sources of Go packages. */
const GO = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' };

/** Helm where the machine has it, else our own program on the same template engine. */
export function openRenderers(): Renderer[] {
  const found = [
    ...(isThere('helm', ['version']) ? [withHelm()] : []),
    ...(isThere('go', ['version']) ? [withGo()] : []),
  ];
  if (found.length > 0) return found;
  throw new Error(`Install helm, or what renders as it does: apt-get install ${PACKAGES}`);
}

const isThere = (program: string, args: string[]): boolean => spawnSync(program, args).status === 0;

function withHelm(): Renderer {
  return {
    name: 'helm',
    render: (values) =>
      withFile(values, (file) => {
        const to = [CHART, '--namespace', NAMESPACE, '--values', file];
        execFileSync('helm', ['lint', '--strict', ...to], { stdio: 'pipe' });
        const text = execFileSync('helm', ['template', RELEASE, ...to], { encoding: 'utf8', stdio: 'pipe' });
        return { objects: objectsIn(text), notes: '' };
      }),
  };
}

function withGo(): Renderer {
  const program = ['run', 'scripts/helm/render.go', CHART, RELEASE, NAMESPACE];
  return {
    name: "Go's text/template and sprig",
    render: (values) =>
      withFile(values, (file) => {
        const env = { ...process.env, ...GO };
        const json = execFileSync('go', [...program, file], { env, encoding: 'utf8', stdio: 'pipe' });
        const { 'NOTES.txt': notes = '', ...files } = JSON.parse(json) as Record<string, string>;
        return { objects: Object.values(files).flatMap(objectsIn), notes };
      }),
  };
}

function withFile<T>(values: object, use: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'vox-helm-'));
  try {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    return use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function objectsIn(text: string): KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw new Error(`${problem.message}\n${text}`);
    const object = document.toJS() as KubernetesObject | null;
    return object === null ? [] : [object];
  });
}
