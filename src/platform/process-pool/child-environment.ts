/** What any program needs to run at all. Secrets live in the environment, so nothing else is inherited. */
const INHERITED = [
  'PATH',
  'HOME',
  'TMPDIR',
  'NODE_COMPILE_CACHE',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
];
/** Unless told before its first session, onnxruntime reports what it runs to its makers and keeps an id of the machine. */
const PRIVATE = { ORT_DISABLE_TELEMETRY: '1' };

export function childEnvironment(): Record<string, string> {
  const env: Record<string, string> = { ...PRIVATE };
  for (const name of INHERITED) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
