const MIB = 1024 ** 2;

/** Far above what an honest file or sound needs, far below what hurts: a crafted file must not take the machine. */
export type Limits = { cpuSeconds: number; memoryMib: number };

const READING: Limits = { cpuSeconds: 60, memoryMib: 1_536 };

/** Where the system has `prlimit`, the command runs under it; elsewhere only the caller's clock bounds it. */
export function limitedCommand(
  prlimit: string | null,
  program: string,
  args: readonly string[],
  { cpuSeconds, memoryMib }: Limits = READING,
): { program: string; args: string[] } {
  if (!prlimit) return { program, args: [...args] };
  const limits = [`--cpu=${cpuSeconds}`, `--as=${memoryMib * MIB}`, '--nofile=64'];
  // It writes to a pipe and to nothing else.
  return { program: prlimit, args: [...limits, '--fsize=0', '--core=0', program, ...args] };
}
