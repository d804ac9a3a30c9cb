import type { Config } from '../platform/config/index.ts';

/** What a newcomer reads first. The curl line must work as it stands. */
export function banner(config: Config, demoKey: string | null): string {
  const store = config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`;
  const lines = [
    '',
    `  Vox Humana   ${config.publicUrl}`,
    `  docs         ${config.publicUrl}/docs`,
    `  database     ${store}`,
  ];
  if (demoKey) {
    lines.push(
      `  demo key     ${demoKey}`,
      '',
      '  Hear it speak:',
      '',
      `  ${curlLine(config.publicUrl, demoKey)}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

export function curlLine(publicUrl: string, key: string): string {
  const body = JSON.stringify({ text: 'Hello! I am the human voice of this machine.', voice_id: 'af_heart' });
  return `curl -fsS ${publicUrl}/api/v1/tts -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}' -o hello.wav`;
}
