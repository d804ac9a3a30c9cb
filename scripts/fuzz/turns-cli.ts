import { parseArgs } from 'node:util';
import { openFuzzedService } from './open-fuzzed.ts';
import { MOST_MS, openMeasuring } from './worst-turns.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, all: { type: 'boolean', default: false } },
});
const service = await openFuzzedService();
const measuring = await openMeasuring(service);
let tooLong = 0;
for (const operation of measuring.operations) {
  if (!operation.name.includes(values.only)) continue;
  const measured = await measuring.measure(operation);
  const shown = values.all ? measured : measured.toSorted((a, b) => b.worstMs - a.worstMs).slice(0, 1);
  for (const { operation: name, case: input, status, worstMs } of [
    ...shown,
    ...measured.filter((one) => one.worstMs > MOST_MS && !shown.includes(one)),
  ])
    console.log(`${worstMs.toFixed(1).padStart(8)} ms  ${name}  (${input}: ${status})`);
  tooLong += measured.filter(({ worstMs }) => worstMs > MOST_MS).length;
}
await measuring.close();
await service.close();
console.log(`${tooLong} inputs with a turn over ${MOST_MS} ms`);
process.exitCode = tooLong > 0 ? 1 : 0;
