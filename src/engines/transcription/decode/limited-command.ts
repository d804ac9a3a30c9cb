const MIB = 1024 ** 2;

/** What a decoder may take before the system stops it; a crafted file must not take the machine. */
const LIMITS = {
  cpu: 60,
  as: 1_536 * MIB,
  nofile: 64,
  // It writes to a pipe and to nothing else.
  fsize: 0,
  core: 0,
};

/** Where the system has `prlimit`, the command runs under it; elsewhere only the caller's clock bounds it. */
export function limitedCommand(
  prlimit: string | null,
  program: string,
  args: readonly string[],
): { program: string; args: string[] } {
  if (!prlimit) return { program, args: [...args] };
  const limits = Object.entries(LIMITS).map(([name, value]) => `--${name}=${value}`);
  return { program: prlimit, args: [...limits, program, ...args] };
}
