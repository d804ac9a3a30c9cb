/** The minimum any program needs. Secrets are in the environment, so nothing else is inherited. */
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
/** onnxruntime sends telemetry to its authors and stores a machine id, unless disabled before its first session. */
const PRIVATE = { ORT_DISABLE_TELEMETRY: '1' };

export function childEnvironment(): Record<string, string> {
  const env: Record<string, string> = { ...PRIVATE };
  for (const name of INHERITED) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
