import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ServiceOptions,
  type ServiceProcess,
  startService,
} from '../running-service/service-process.ts';

const run = promisify(execFile);
const INSTALLED = '.installed';
const NPM_CI = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

export type EarlierVersion = { commit: string; date: string; folder: string };

/** Checks a commit out beside this one and installs its packages. What an earlier call left there is used again. */
export async function checkOut(name: string): Promise<EarlierVersion> {
  const { stdout } = await run('git', ['log', '-1', '--abbrev=8', '--format=%h %cs', name]);
  const [commit = '', date = ''] = stdout.trim().split(' ');
  const folder = join(tmpdir(), 'vox-humana-versions', commit);
  if (existsSync(join(folder, INSTALLED))) return { commit, date, folder };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'source.tar');
  await run('git', ['archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  await speakEverywhere(folder);
  await run('npm', NPM_CI, { cwd: folder });
  await writeFile(join(folder, INSTALLED), '');
  return { commit, date, folder };
}

/**
 * Versions of before 17 November 2026 ask for a precision with which their speech model does not start on x64 processors without
 * VNNI. Without it they speak, less well, which nobody listens to here.
 */
async function speakEverywhere(folder: string): Promise<void> {
  const change = `s/x64quantprecision: '1'/x64quantprecision: '0'/`;
  const engine = ['-path', '*/speech/kokoro/*.ts'];
  await run('find', [join(folder, 'src'), ...engine, '-exec', 'sed', '-i', change, '{}', '+']);
}

/** It reads its own models, which a first start puts together. */
export function startVersion({ folder }: EarlierVersion, options: ServiceOptions): Promise<ServiceProcess> {
  const settings = { MODELS_DIR: join(folder, 'data/models'), ...options.settings };
  return startService({ ...options, program: join(folder, 'src/main/serve.ts'), cwd: folder, settings });
}
