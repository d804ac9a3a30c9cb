/** Settings whose whole value is a secret. Names that nobody knows count too, because a misspelt one has the same value. */
const SECRET_NAME = /SECRET|PASSPHRASE|PASSWORD|TOKEN|KEY|LOGIN|HASH|CREDENTIAL/i;
/** Their values may be in a list, each after its name. */
const SEPARATORS = /[,:]/;
/** Anything shorter is in ordinary words too, and hiding it there would give it away. */
const LEAST_CHARACTERS = 6;
const HIDDEN = '[hidden]';

/** What looks like a secret wherever it was put by mistake: the keys of providers, PEM, and passwords in URLs. */
const SHAPES: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*-----|$)/g, HIDDEN],
  [/\b(?:sk|rk|pk|whsec|wk)_[A-Za-z0-9_]{6,}|\bFLWSECK[-_A-Za-z0-9]{6,}/g, HIDDEN],
  [/(?<=:\/\/)[^/@\s]*:\S*@|(?<=:\/\/)[^/\s]*@/g, `${HIDDEN}@`],
  [/(?<=[?&](?:ssl)?password=)[^&\s]*/g, HIDDEN],
  [/\b[0-9a-fA-F]{32,}\b/g, HIDDEN],
];

/**
 * Takes secrets out of what is printed. No check prints one knowingly, but messages of drivers and programs quote what they were given.
 */
export function createHider(env: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = [...new Set(Object.entries(env).flatMap(([name, value]) => secretsIn(name, value ?? '')))]
    .filter((secret) => secret.length >= LEAST_CHARACTERS)
    // The longest first, so that none leaves a part of another.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, HIDDEN);
    for (const [shape, instead] of SHAPES) shown = shown.replace(shape, instead);
    return shown;
  };
}

function secretsIn(name: string, raw: string): string[] {
  const value = raw.trim();
  if (isPath(name, value)) return [];
  const whole = SECRET_NAME.test(name) ? [value, ...value.split(SEPARATORS).map((part) => part.trim())] : [];
  return [...whole, ...passwordsIn(value)];
}

/** The signing key may be named by its file, and then the file is what the operator must find. */
function isPath(name: string, value: string): boolean {
  return name === 'PROVENANCE_KEY' && /^[^\n]*\.(pem|key)$/.test(value);
}

/** The password of a URL as it is written and as it is meant. A driver quotes either. */
function passwordsIn(value: string): string[] {
  // Of several @, the last one ends it, and a password may hold a slash that was not escaped.
  const written = [/:\/\/[^:@/]*:(.*)@[^@]*$/.exec(value)?.[1], /[?&]password=([^&]*)/.exec(value)?.[1]];
  return written.flatMap((password) => (password === undefined ? [] : [password, decoded(password)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
