import { parseArgs } from 'node:util';
import { openFuzzedService } from './open-fuzzed.ts';
import { openRunningMeasuring } from './running-turns.ts';
import { MOST_MS, openMeasuring } from './worst-turns.ts';

/** `--url` measures a service that is running, `--all` shows every input and not the worst of each operation. */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    url: { type: 'string' },
    token: { type: 'string' },
  },
});
const service = values.url ? null : await openFuzzedService();
const measuring = service
  ? await openMeasuring(service)
  : await openRunningMeasuring(values.url ?? '', values.token);
let tooLong = 0;
for (const operation of measuring.operations) {
  if (!operation.name.includes(values.only)) continue;
  const measured = (await measuring.measure(operation)).toSorted((a, b) => b.worstMs - a.worstMs);
  for (const [index, { case: input, status, worstMs }] of measured.entries()) {
    const isTooLong = worstMs > MOST_MS;
    if (isTooLong) tooLong += 1;
    if (isTooLong || index === 0 || values.all)
      console.log(`${worstMs.toFixed(1).padStart(8)} ms  ${operation.name}  (${input}: ${status})`);
  }
}
await measuring.close();
await service?.close();
console.log(`${tooLong} inputs with a turn over ${MOST_MS} ms`);
process.exitCode = tooLong > 0 ? 1 : 0;
