/**
 * node src/main/check-health.ts
 *
 * Asks the service of this machine how it is, and ends with status 1 unless it is well. For containers, whose image has no curl.
 */
const host = ['0.0.0.0', '::', ''].includes(process.env.HOST ?? '') ? '127.0.0.1' : process.env.HOST;
const url = `http://${host?.includes(':') ? `[${host}]` : host}:${process.env.PORT ?? 8080}/api/health`;
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(8_000) });
  process.stdout.write(`${await response.text()}\n`);
  if (!response.ok) process.exitCode = 1;
} catch (error) {
  const { message, cause } = error as Error & { cause?: Error };
  process.stderr.write(`${url} does not answer: ${cause?.message ?? message}\n`);
  process.exitCode = 1;
}
