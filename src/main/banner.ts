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
      '',
      '  See it speak (answers with a job; its film is at output_url when the poll address says completed):',
      '',
      `  ${filmLine(config.publicUrl, demoKey)}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

export function curlLine(publicUrl: string, key: string): string {
  const body = { text: 'Hello! I am the human voice of this machine.', voice_id: 'af_heart' };
  return `${post(`${publicUrl}/api/v1/tts`, key, body)} -o hello.wav`;
}

function filmLine(publicUrl: string, key: string): string {
  return post(`${publicUrl}/api/v1/avatar`, key, { text: 'Hello! I am the human face of this machine.' });
}

function post(url: string, key: string, body: object): string {
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`;
  return `curl -fsS ${url} ${headers} -d '${JSON.stringify(body)}'`;
}
