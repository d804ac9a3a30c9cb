import { availableParallelism, totalmem } from 'node:os';
import { BYTES_PER_PROCESS, defaultProcesses } from '../../../../engines/speech/index.ts';
import { type Check, type Finding, fault, good, warning } from '../check.ts';

const GIB = 1024 ** 3;
/** The service with its embedded database, and the engines that start on first use, of which a busy machine holds one or two. */
const BESIDE_SPEECH = { leastBytes: GIB / 2, enoughBytes: 2.5 * GIB };

type Memory = {
  /** What the machine has. The number of speech processes goes by it. */
  machineBytes: number;
  /** What this process may use of it: a container may have less. */
  allowedBytes: number;
  cores: number;
  /** Null: as many as fit the machine. */
  processes: number | null;
};

export const memory: Check = {
  id: 'memory',
  settings: ['SPEECH_PROCESSES'],
  async run({ config }) {
    const machineBytes = totalmem();
    // 0, or more than there is, where nothing limits it.
    const limit = process.constrainedMemory();
    const allowedBytes = limit > 0 ? Math.min(limit, machineBytes) : machineBytes;
    const cores = availableParallelism();
    return judgeMemory({ machineBytes, allowedBytes, cores, processes: config.speechProcesses ?? null });
  },
};

export function judgeMemory({ machineBytes, allowedBytes, cores, processes }: Memory): Finding[] {
  const count = processes ?? defaultProcesses({ cores, memoryBytes: machineBytes });
  const fitting = Math.max(1, defaultProcesses({ cores, memoryBytes: allowedBytes }));
  const speech = count === 1 ? 'one speech process' : `${count} speech processes`;
  const has = `${(allowedBytes / GIB).toFixed(1)} GB of memory${allowedBytes < machineBytes ? ' (a limit of this container or unit)' : ''}`;
  const needed = count * BYTES_PER_PROCESS;
  const found: Finding[] = [];
  const remedy =
    count > fitting
      ? `Set SPEECH_PROCESSES=${fitting}, or give it more memory.`
      : 'Give it more memory, or run films, dubs and clones on another machine (./run worker, with JOB_CONCURRENCY=0 here).';
  if (allowedBytes < needed + BESIDE_SPEECH.leastBytes)
    found.push(
      fault(
        `There are ${has}, and ${speech} alone ${count === 1 ? 'takes' : 'take'} up to ${needed / GIB} GB.`,
        remedy,
      ),
    );
  else if (allowedBytes < needed + BESIDE_SPEECH.enoughBytes)
    found.push(warning(`There are ${has}, which is little for ${speech} and the other engines.`, remedy));
  if (cores < 2)
    found.push(
      warning(
        'There is one processor core: speech is made slower than it is spoken when anything else runs.',
        'Give it two cores or more.',
      ),
    );
  return found.length > 0 ? found : [good(`${has} and ${cores} cores, for ${speech} and the other engines.`)];
}
