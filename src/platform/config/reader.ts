export type Problem = { name: string; problem: string; remedy: string };

/** Collects every problem, so that an operator sees all of them at once. */
export class EnvironmentReader {
  readonly problems: Problem[] = [];
  /** The name of every setting that there is: all are asked for, whatever is set. */
  readonly names = new Set<string>();
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  report(name: string, problem: string, remedy: string): void {
    this.problems.push({ name, problem, remedy });
  }

  /** An empty value counts as unset, as in `NAME= ./run` and in empty lines of an env file. */
  text(name: string): string | undefined {
    this.names.add(name);
    return this.#env[name]?.trim() || undefined;
  }

  integer(name: string, fallback: number, range: { min: number; max: number }): number {
    const raw = this.text(name);
    if (raw === undefined) return fallback;
    const value = Number(raw);
    if (Number.isInteger(value) && value >= range.min && value <= range.max) return value;
    this.report(name, `"${raw}" is not valid`, `set a whole number from ${range.min} to ${range.max}`);
    return fallback;
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    const raw = this.text(name);
    if (raw === undefined) return fallback;
    const found = choices.find((choice) => choice === raw);
    if (found) return found;
    this.report(name, `"${raw}" is not a known value`, `set one of ${choices.join(', ')}, or leave it unset`);
    return fallback;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const raw = this.text(name);
    if (raw === undefined) return undefined;
    if (URL.canParse(raw) && protocols.includes(new URL(raw).protocol)) return raw.replace(/\/+$/, '');
    const example = protocols.map((protocol) => `${protocol}//…`).join(' or ');
    this.report(name, 'is not a valid URL for this setting', `set ${example}`);
    return undefined;
  }

  list(name: string): string[] {
    const items = (this.text(name) ?? '').split(',').map((item) => item.trim());
    return items.filter((item) => item !== '');
  }

  secret(name: string, minLength: number): string | undefined {
    const value = this.text(name);
    if (value === undefined || value.length >= minLength) return value;
    this.report(name, 'is too short', `set at least ${minLength} random characters`);
    return undefined;
  }
}
