/** Builds and runs containers with what Debian has: buildah, podman and runc. Everything lies in one folder, which can be removed. */
import { type ExecFileOptions, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OUTPUT_BYTES = 1 << 26;

export type Containers = Awaited<ReturnType<typeof openContainers>>;

export type RunOptions = {
  name: string;
  args?: readonly string[];
  env?: Record<string, string>;
  volumes?: readonly string[];
  flags?: readonly string[];
};

/** As compose.yaml has it: nothing but the volumes can be written, and there are no rights to gain. */
const CONFINED = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--pids-limit=2048'];

export async function openContainers(work: string) {
  const store = [
    '--root',
    join(work, 'store'),
    '--runroot',
    join(work, 'run'),
    '--storage-driver',
    'overlay',
  ];
  // Some machines that build do not let root raise limits.
  const settings = join(work, 'containers.conf');
  await writeFile(settings, '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n');
  const options: ExecFileOptions = {
    env: { ...process.env, CONTAINERS_CONF: settings },
    maxBuffer: OUTPUT_BYTES,
  };
  const podmanFlags = [...store, '--runtime=runc', '--cgroup-manager=cgroupfs'];
  const podman = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('podman', ['--log-level=error', ...podmanFlags, ...args], options);
    return String(stdout).trim();
  };
  return {
    work,
    podman,
    buildah: `buildah ${store.join(' ')}`,

    async build(tag: string, base: string, buildArguments: Record<string, string>): Promise<void> {
      const given = Object.entries({ NODE_IMAGE: base, ...buildArguments });
      const flags = given.map(([name, value]) => `--build-arg=${name}=${value}`);
      const build = [
        'build',
        '--isolation=chroot',
        '--layers',
        '--format=docker',
        ...flags,
        '--tag',
        tag,
        '.',
      ];
      const child = spawn('buildah', [...store, ...build], { stdio: 'inherit' });
      const [status] = (await once(child, 'exit')) as [number | null];
      if (status !== 0) throw new Error(`buildah ended with status ${status}.`);
    },

    /** On the network of this machine, so that neither bridges nor name servers are needed. */
    async start(
      image: string,
      { name, args = [], env = {}, volumes = [], flags = [] }: RunOptions,
    ): Promise<void> {
      const variables = Object.entries(env).map(([key, value]) => `--env=${key}=${value}`);
      const mounts = volumes.map((volume) => `--volume=${volume}`);
      const all = [
        '--detach',
        '--network=host',
        `--name=${name}`,
        ...CONFINED,
        ...mounts,
        ...variables,
        ...flags,
      ];
      await podman('run', ...all, image, ...args);
    },

    exec: (name: string, ...command: readonly string[]) => podman('exec', name, ...command),

    async stateOf(name: string): Promise<{ Running: boolean; ExitCode: number; Pid: number }> {
      return JSON.parse(await podman('inspect', '--format={{json .State}}', name));
    },

    /** What it wrote on both streams. */
    async logsOf(name: string): Promise<string> {
      const { stdout, stderr } = await run('podman', [...podmanFlags, 'logs', name], options);
      return `${stdout}${stderr}`;
    },

    async close(): Promise<void> {
      await podman('rm', '--all', '--force', '--volumes', '--time=0');
    },
  };
}
