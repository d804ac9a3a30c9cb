import { type Check, type Finding, fault, orGood } from '../check.ts';

/** A value that is quoted may be a secret that was meant for another setting. */
const LIKE_A_SECRET = /"(?:\w{1,16}:)?[A-Za-z0-9+/=_-]{16,}"/g;

/** All problems that keep the service from starting, at once. */
export const configuration: Check = {
  id: 'configuration',
  async run({ problems, settingNames, env }) {
    const findings = problems.map(
      ({ name, problem, remedy }): Finding =>
        fault(`${name}: ${problem.replace(LIKE_A_SECRET, '"…"')}.`, `${capital(remedy)}.`),
    );
    const set = [...settingNames].filter((name) => (env[name] ?? '').trim() !== '').length;
    return orGood(findings, `${set} ${set === 1 ? 'setting is' : 'settings are'} set, and all can be used.`);
  },
};

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
