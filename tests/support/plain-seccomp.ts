type Condition = { caps?: string[]; arches?: string[]; minKernel?: string };
type Rule = { names: string[]; action: string; includes?: Condition; excludes?: Condition; comment?: string };
export type DockerProfile = { defaultAction: string; defaultErrnoRet: number; syscalls: Rule[] };

/** As Docker calls the architectures of the image. */
const ARCHES = ['amd64', 'x86', 'x32', 'arm64', 'arm'];
const ARCHITECTURES = ['X86_64', 'X86', 'X32', 'AARCH64', 'ARM'].map((name) => `SCMP_ARCH_${name}`);

/**
 * A profile of Docker for a container without any capability, as Kubernetes reads profiles: without conditions, which containerd would pass
 * over in silence.
 */
export function plainSeccomp({ defaultAction, defaultErrnoRet, syscalls }: DockerProfile): object {
  const kept = syscalls
    .filter(({ includes = {} }) => !includes.caps && (includes.arches ?? ARCHES).some(isOurs))
    .filter(({ excludes = {} }) => !excludes.arches?.some(isOurs))
    .map(({ includes, excludes, comment, ...rule }) => rule);
  return { defaultAction, defaultErrnoRet, architectures: ARCHITECTURES, syscalls: kept };
}

const isOurs = (arch: string): boolean => ARCHES.includes(arch);
