import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const KILLS = [
  ...(['server', 'engine', 'stream', 'sound', 'render'] as const),
  ...(['signing', 'clone', 'dub', 'payment', 'top-up'] as const),
] as const;
type Kill = (typeof KILLS)[number];

/** Processes to kill while a clone is trained. */
const VICTIMS = ['server', 'worker', 'engines'] as const;
export type Victim = (typeof VICTIMS)[number];

export type CrashOptions = {
  kill: Kill;
  databaseUrl: string | undefined;
  rounds: number;
  calls: number;
  accounts: number;
  professional: number;
  /** Killed in turn. */
  victims: Victim[];
  /** Something is killed this often during one training. */
  kills: number;
  seed: number;
  dataDir: string;
};

export function readOptions(): CrashOptions {
  const { values } = parseArgs({
    options: {
      kill: { type: 'string', default: 'server' },
      'database-url': { type: 'string' },
      rounds: { type: 'string', default: '20' },
      calls: { type: 'string', default: '200' },
      accounts: { type: 'string', default: '40' },
      professional: { type: 'string', default: '3' },
      victims: { type: 'string', default: VICTIMS.join() },
      kills: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      'data-dir': { type: 'string', default: `data/crash-${process.pid}` },
    },
  });
  const kill = KILLS.find((known) => known === values.kill);
  if (!kill) throw new Error(`--kill is one of ${KILLS.join(', ')}`);
  const victims = values.victims.split(',').map((name) => VICTIMS.find((known) => known === name));
  if (!victims.every((victim) => victim !== undefined))
    throw new Error(`--victims are some of ${VICTIMS.join(', ')}`);
  return {
    kill,
    databaseUrl: values['database-url'],
    rounds: Number(values.rounds),
    calls: Number(values.calls),
    accounts: Number(values.accounts),
    professional: Number(values.professional),
    victims,
    kills: Number(values.kills),
    seed: Number(values.seed),
    dataDir: resolve(values['data-dir']),
  };
}

/** mulberry32. A printed seed reproduces the choices, but not the timing. */
export function seededRandom(seed: number): (from: number, to: number) => number {
  let state = seed >>> 0;
  return (from, to) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return from + Math.floor(fraction * (to - from + 1));
  };
}
