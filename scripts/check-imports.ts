/** Holds the import order: a group imports only groups below it, a slice only through another's `index.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const GROUPS = [
  'main',
  'site',
  'media',
  'library',
  'work',
  'money',
  'tenancy',
  'http',
  'engines',
  'platform',
];
const SOURCE = resolve(import.meta.dirname, '../src');
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

type Place = { path: string; group: string; slice: string };

function placeOf(path: string): Place {
  const [group = '', ...rest] = path.split('/');
  // `http` is one slice; elsewhere the folder under the group is (voices has a second level of them).
  if (group === 'http' || group === 'main') return { path, group, slice: group };
  const depth = rest[0] === 'voices' && rest.length > 2 ? 2 : 1;
  return { path, group, slice: [group, ...rest.slice(0, depth)].join('/') };
}

function problemOf(from: Place, to: Place): string | null {
  const isTest = /(\.test|\/testing(\/[^/]+)?|\/contract)\.ts$/.test(from.path);
  if (GROUPS.indexOf(to.group) < GROUPS.indexOf(from.group) && !isTest)
    return `${from.group} may not import ${to.group}`;
  if (to.slice === from.slice) return null;
  const isDoor = to.path === `${to.slice}/index.ts` || to.path === to.slice;
  const isTesting = isTest && /\/testing(\/[^/]+)?\.ts$/.test(to.path);
  return isDoor || isTesting ? null : `enter ${to.slice} through its index.ts`;
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(SOURCE, path), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) =>
    relative(SOURCE, resolve(SOURCE, dirname(path), match[1] ?? '')),
  );
}

function findCycle(edges: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>();
  const visit = (slice: string, trail: string[]): string[] | null => {
    if (trail.includes(slice)) return [...trail.slice(trail.indexOf(slice)), slice];
    if (done.has(slice)) return null;
    for (const next of edges.get(slice) ?? []) {
      const cycle = visit(next, [...trail, slice]);
      if (cycle) return cycle;
    }
    done.add(slice);
    return null;
  };
  for (const slice of edges.keys()) {
    const cycle = visit(slice, []);
    if (cycle) return cycle;
  }
  return null;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const problems: string[] = [];
const edges = new Map<string, Set<string>>();
for (const path of files) {
  const from = placeOf(path);
  if (!GROUPS.includes(from.group)) problems.push(`${path}: ${from.group} is not one of the groups`);
  for (const target of importsOf(path)) {
    const to = placeOf(target);
    const problem = problemOf(from, to);
    if (problem) problems.push(`${path} → ${target}: ${problem}`);
    if (to.slice === from.slice || path.endsWith('.test.ts')) continue;
    edges.set(from.slice, (edges.get(from.slice) ?? new Set()).add(to.slice));
  }
}
const cycle = findCycle(edges);
if (cycle) problems.push(`slices import each other in a circle: ${cycle.join(' → ')}`);
for (const problem of problems) console.error(problem);
console.log(`import order: ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
