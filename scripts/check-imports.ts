/**
 * Checks the import order: a group imports only groups below it, a slice is imported only through its `index.ts`, neither
 * files nor folders beside each other import each other in a circle, and production code imports no test support.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** From top to bottom. The first six run the program from outside; the others are `engines` and the folders of `src`. */
const GROUPS = [
  'packages',
  'training',
  'bench',
  'web',
  'scripts',
  'tests',
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
/** Shared by the engines; these folders import no engine. */
const SHARED_FOLDERS = new Set(['dsp', 'onnx', 'ffmpeg', 'codec'].map((name) => `engines/${name}`));
const DRIVERS = new Set(['web', 'packages', 'training', 'bench', 'scripts', 'tests']);
const ROOT = resolve(import.meta.dirname, '..');
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

type Place = { path: string; group: string; slice: string };

function placeOf(path: string): Place {
  const [group = '', ...rest] = path.replace(/^src\//, '').split('/');
  // Each of these is one slice. In other groups each subfolder is one.
  if (group === 'http' || group === 'main' || DRIVERS.has(group)) return { path, group, slice: group };
  const folder = group === 'engines' ? group : `src/${group}`;
  return { path, group, slice: [folder, ...rest.slice(0, 1)].join('/') };
}

function isTestSupport(path: string): boolean {
  return /\/testing(-[^/]+|\/.+)?\.ts$/.test(path);
}

function isTestCode(path: string): boolean {
  return isTestSupport(path) || /(\.test|\/contract)\.tsx?$/.test(path) || /^(web\/)?tests\//.test(path);
}

/** What runs for customers. The rest measures it, tests it or makes its data. */
function isProduction({ path, group }: Place): boolean {
  return !isTestCode(path) && !['bench', 'scripts', 'training'].includes(group);
}

function problemOf(from: Place, to: Place): string | null {
  const isTest = isTestCode(from.path);
  if (isProduction(from) && isTestSupport(to.path)) return 'production code may not import test support';
  // What is published cannot bring the service along.
  if (from.group === 'packages' && to.group !== 'packages' && !isTest)
    return 'a package may not import anything else of the repository';
  if (GROUPS.indexOf(to.group) < GROUPS.indexOf(from.group) && (!isTest || DRIVERS.has(to.group)))
    return `${from.group} may not import ${to.group}`;
  if (SHARED_FOLDERS.has(from.slice) && to.group === 'engines' && !SHARED_FOLDERS.has(to.slice) && !isTest)
    return `${from.slice} is common ground and may not import an engine`;
  if (to.slice === from.slice || DRIVERS.has(to.group)) return null;
  // Tests of whole promises look inside to prepare a state and to check it.
  if (from.group === 'tests') return null;
  const isTesting = isTestSupport(to.path);
  // Benchmarks and training measure the inside of engines and start the whole program.
  if (DRIVERS.has(from.group) && (isTesting || to.group === 'engines' || to.group === 'main')) return null;
  const isDoor =
    to.path === `${to.slice}/index.ts` || to.path === to.slice || to.path === `src/${to.slice}/index.ts`;
  return isDoor || (isTest && isTesting) ? null : `enter ${to.slice} through its index.ts`;
}

function importsOf(path: string): { target: string; lazy: boolean }[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => ({
    target: relative(ROOT, resolve(ROOT, dirname(path), match[1] ?? '')),
    lazy: match[0].startsWith('import('),
  }));
}

/** Each group of nodes that reach each other, by Tarjan's algorithm. */
function findCycles(edges: Map<string, Set<string>>): string[][] {
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const index = indexes.size;
    let low = index;
    indexes.set(node, index);
    lowest.set(node, low);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!indexes.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? low, indexes.get(next) ?? low);
    }
    lowest.set(node, low);
    if (low === index) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const node of edges.keys()) if (!indexes.has(node)) visit(node);
  return circles;
}

/**
 * The folders beside each other where two paths part; null if one of them lies in the folder of the other. The order of the
 * groups says which of the folders at the root may import which.
 */
function partingFolders(from: string, to: string): [string, string] | null {
  const one = dirname(from).split('/');
  const other = dirname(to).split('/');
  const depth = one.findIndex((name, i) => name !== other[i]) + 1;
  if (depth < 2 || depth > other.length) return null;
  return [one.slice(0, depth).join('/'), other.slice(0, depth).join('/')];
}

function addEdge(edges: Map<string, Set<string>>, from: string, to: string): void {
  if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to));
}

const files = ['src', 'engines', ...DRIVERS].flatMap((root) =>
  readdirSync(join(ROOT, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('dist/'))
    .map((path) => join(root, path)),
);
const problems: string[] = [];
const betweenFiles = new Map<string, Set<string>>();
const betweenSlices = new Map<string, Set<string>>();
const betweenSiblings = new Map<string, Set<string>>();
for (const path of files) {
  const from = placeOf(path);
  if (!GROUPS.includes(from.group)) problems.push(`${path}: ${from.group} is not one of the groups`);
  for (const { target, lazy } of importsOf(path)) {
    const to = placeOf(target);
    const problem = problemOf(from, to);
    if (problem) problems.push(`${path} → ${target}: ${problem}`);
    // A page that is loaded on demand may link to the list of all pages.
    if (!lazy) addEdge(betweenFiles, path, target);
    if (!path.endsWith('.test.ts')) addEdge(betweenSlices, from.slice, to.slice);
    const siblings = partingFolders(path, target);
    if (siblings && isProduction(from) && !lazy) addEdge(betweenSiblings, ...siblings);
  }
}
const circles = [...findCycles(betweenFiles), ...findCycles(betweenSlices), ...findCycles(betweenSiblings)];
for (const circle of circles) problems.push(`these import each other in a circle: ${circle.join(', ')}`);
for (const problem of problems) console.error(problem);
console.log(`import order: ${files.length} files, ${circles.length} circles, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
