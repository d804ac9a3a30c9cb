const MIB = 1024 ** 2;

/** Far above what an honest file or sound needs, far below what hurts: a crafted file must not take the machine. */
export type Limits = {
  cpuSeconds: number;
  memoryMib: number;
  /** Absent: it writes to a pipe and to nothing else. */
  writtenMib?: number;
};

const READING: Limits = { cpuSeconds: 60, memoryMib: 1_536 };

/** Where the system has `prlimit`, the command runs under it; elsewhere only the caller's clock bounds it. */
export function limitedCommand(
  prlimit: string | null,
  program: string,
  args: readonly string[],
  { cpuSeconds, memoryMib, writtenMib = 0 }: Limits = READING,
): { program: string; args: string[] } {
  if (!prlimit) return { program, args: [...args] };
  const sizes = [`--as=${memoryMib * MIB}`, `--fsize=${writtenMib * MIB}`];
  const limits = [`--cpu=${cpuSeconds}`, ...sizes, '--nofile=64', '--core=0'];
  return { program: prlimit, args: [...limits, program, ...args] };
}
