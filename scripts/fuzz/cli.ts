import { parseArgs } from 'node:util';
import { type Fuzzer, openFuzzer } from './fuzz.ts';
import { openFuzzedService } from './open-fuzzed.ts';
import { MOST_MS } from './worst-turns.ts';

const CASES_PER_ROUND = 40;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
/** Parts of the names of operations, separated by commas. */
const only = values.only?.split(',') ?? [''];
const endMs = performance.now() + Number(values.seconds) * 1_000;
let seed = Number(values.seed ?? Date.now() % 2 ** 31);
const service = await openFuzzedService();
const fuzzer = await openFuzzer(service, { mostTurnMs: MOST_MS });
const faults = new Map<string, string>();
console.log(`fuzzing ${fuzzer.operations.length} operations on ${service.database.kind} from seed ${seed}`);
while (performance.now() < endMs) {
  for (const operation of fuzzer.operations) {
    if (performance.now() > endMs) break;
    seed += 1;
    if (!only.some((part) => operation.name.includes(part))) continue;
    await fuzzer.succeed(operation, { seed });
    await fuzzer.run(operation, { seed, cases: CASES_PER_ROUND }).catch((error: Error) => {
      const kind = `${operation.name}: ${error.message.split('): ')[1]?.split('\n')[0]}`;
      if (!faults.has(kind)) console.error(`\n✖ ${error.message}\n`);
      faults.set(kind, error.message);
    });
  }
}
await fuzzer.close();
await service.close();
print(fuzzer);
console.log(`${faults.size} kinds of fault`);
process.exitCode = faults.size > 0 ? 1 : 0;

function print({ tally, turns }: Pick<Fuzzer, 'tally' | 'turns'>): void {
  let total = 0;
  for (const [name, counts] of tally) {
    const statuses = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
    total += [...counts.values()].reduce((sum, count) => sum + count, 0);
    const worst = (turns.get(name) ?? 0).toFixed(1);
    console.log(`${name}: ${statuses.join(' ')}, worst turn ${worst} ms`);
  }
  console.log(`${total} requests`);
}
