import { type Check, type Finding, fault, good, orGood, warning } from '../check.ts';

const LEAST_NODE = 24;
const ARCHITECTURES = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];

export const runtime: Check = {
  id: 'node',
  async run() {
    const { platform, arch, versions, report } = process;
    const header = (report.getReport() as { header?: { glibcVersionRuntime?: string } }).header;
    const facts = {
      node: versions.node,
      machine: `${platform}-${arch}`,
      glibc: header?.glibcVersionRuntime ?? null,
    };
    return judgeRuntime(facts);
  },
};

export function judgeRuntime(facts: { node: string; machine: string; glibc: string | null }): Finding[] {
  const { node, machine, glibc } = facts;
  const found: Finding[] = [];
  const major = Number.parseInt(node, 10);
  if (major < LEAST_NODE)
    found.push(
      fault(`This is Node ${node}.`, `Install Node ${LEAST_NODE}, or run npm ci, which brings it on Linux.`),
    );
  else if (major > LEAST_NODE)
    found.push(warning(`This is Node ${node}, with which nothing was tried.`, `Use Node ${LEAST_NODE}.`));
  if (!ARCHITECTURES.includes(machine))
    found.push(warning(`Nothing was tried on ${machine}.`, 'Use Linux on x64 or arm64.'));
  if (machine.startsWith('linux') && glibc === null)
    found.push(
      fault(
        'This system has no glibc (Alpine?), without which the engines cannot be loaded.',
        'Use Debian, Ubuntu or an image of theirs.',
      ),
    );
  return orGood(found, `Node ${node} on ${machine}.`);
}

/** A version that is older than this cannot be: its certificates and signatures would all look invalid. */
const BUILT = Date.parse('2026-11-01T00:00:00Z');

export const time: Check = {
  id: 'time',
  async run({ clock, env }) {
    const now = clock.now();
    const zone = env.TZ?.trim();
    const found: Finding[] = [];
    if (now.getTime() < BUILT)
      found.push(
        fault(
          `The clock of this machine says ${now.toISOString()}, which is past.`,
          'Run: timedatectl set-ntp true',
        ),
      );
    if (zone && !isZone(zone))
      found.push(
        warning(
          `TZ=${zone} is no time zone that Node knows, so it takes UTC.`,
          'Set TZ to a name such as Europe/Berlin, or unset it.',
        ),
      );
    if (found.length > 0) return found;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return [
      good(
        `It is ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC, and the time zone is ${timeZone}.`,
      ),
    ];
  },
};

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name.replace(/^:/, '') });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
