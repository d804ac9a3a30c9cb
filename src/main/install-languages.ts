import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { APERTIUM_PAIRS, apertiumPackage, type LanguagePair } from '../../engines/translation/index.ts';
import { internalError } from '../platform/errors.ts';

const INSTALL = ['install', '-y', '-qq', '--no-install-recommends'];

const UnknownPair = internalError(
  'invalid',
  'unknown_pair',
  (pair: string) =>
    `There is no package for "${pair.slice(0, 20)}". Pairs that can be added: ${APERTIUM_PAIRS.join(', ')}.`,
);

const CannotInstall = internalError(
  'unavailable',
  'cannot_install',
  (packages: readonly string[], cause?: unknown) => {
    const command = `sudo apt-get install ${packages.join(' ')}`;
    const reason = cause ? 'apt-get could not install the packages' : 'Only root may install packages';
    const elsewhere = 'On other systems, install Apertium and these pairs by their own means.';
    return { public: `${reason}. Run: ${command}\n${elsewhere}`, cause };
  },
);

type Machine = { isRoot: boolean; aptGet(args: readonly string[]): Promise<unknown> };

const THIS_MACHINE: Machine = {
  isRoot: process.getuid?.() === 0,
  aptGet: (args) =>
    promisify(execFile)('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }),
};

/** Installs Debian's packages of these pairs, or says with which command somebody else can. */
export async function installLanguages(pairs: readonly string[], machine = THIS_MACHINE): Promise<void> {
  const packages = pairs.map((pair) => {
    const name = apertiumPackage(pair);
    if (!name) throw new UnknownPair(pair);
    return name;
  });
  if (packages.length === 0) return;
  if (!machine.isRoot) throw new CannotInstall(packages);
  process.stderr.write(`Installing ${packages.join(', ')} with apt-get …\n`);
  try {
    // The lists may be old or missing: they are fetched only if they are needed.
    await machine.aptGet([...INSTALL, ...packages]).catch(async () => {
      await machine.aptGet(['update', '-qq']);
      await machine.aptGet([...INSTALL, ...packages]);
    });
  } catch (error) {
    throw new CannotInstall(packages, error);
  }
}

export function describeLanguages(installed: readonly LanguagePair[]): string {
  const names = installed.map(({ source, target }) => `${source}-${target}`).toSorted();
  const has = (pair: string): boolean => {
    const [a, b] = pair.split('-');
    return names.includes(`${a}-${b}`) || names.includes(`${b}-${a}`);
  };
  return [
    'Any language is translated to English, without Apertium. LLM_BASE_URL translates between any two.',
    `Installed, directly: ${names.join(', ') || 'none'}. Two of them with a language in common make a third.`,
    `./run languages PAIR… adds: ${APERTIUM_PAIRS.filter((pair) => !has(pair)).join(', ')}.`,
    'A running server finds new pairs when it is started again.',
  ].join('\n');
}
