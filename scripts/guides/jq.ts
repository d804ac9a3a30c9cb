/** The guides use this much of jq: `jq -r .a.b[].c [FILE]`. */
import { readFileSync } from 'node:fs';

const [path = '', file] = process.argv.slice(2).filter((word) => word !== '-r');
const steps = path.match(/\w+|\[\]/g) ?? [];
let values: unknown[] = [JSON.parse(readFileSync(file ?? 0, 'utf8'))];
for (const step of steps)
  values = values.flatMap((value) =>
    step === '[]' ? (value as unknown[]) : [(value as Record<string, unknown>)[step] ?? null],
  );
for (const value of values)
  process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
