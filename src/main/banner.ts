import { isLoopbackHost } from '../http/index.ts';
import type { Config } from '../platform/config/index.ts';

/** The first thing a newcomer reads. The curl commands must work as printed. */
export function banner(config: Config, demoKey: string | null, translation?: string): string {
  const store = config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`;
  const lines = [
    '',
    `  Vox Humana   ${config.publicUrl}   (open it in a browser)`,
    `  docs         ${config.publicUrl}/docs`,
    `  database     ${store}`,
    ...(translation ? [`  translation  ${translation}`] : []),
  ];
  if (demoKey) {
    lines.push(
      `  demo key     ${demoKey}`,
      '',
      '  Make it speak:',
      '',
      `  ${curlLine(config.publicUrl, demoKey)}`,
      '',
      '  Make a video (returns a job; poll it until output_url is set):',
      '',
      `  ${videoLine(config.publicUrl, demoKey)}`,
    );
  }
  for (const warning of startWarnings(config)) lines.push('', `  WARNING      ${warning}`);
  return `${lines.join('\n')}\n\n`;
}

/** Problems that an operator should know about before customers notice them. */
export function startWarnings(config: Config): string[] {
  const warnings: string[] = [];
  if (!config.production && !isLoopbackHost(config.host)) {
    warnings.push(
      `Development mode on the public address ${config.host}: payments are simulated, a demo key with credits exists, and cookies travel without TLS. Set NODE_ENV=production, or HOST=127.0.0.1.`,
    );
  }
  if (config.production && !config.mail.smtpUrl) {
    warnings.push(
      'SMTP_URL is not set: no mail can be sent. Email addresses cannot be verified, and ADMIN_EMAILS has no effect (use ./run admin grant EMAIL). Who forgot a password gets no mail, although the response says nothing of it (use ./run admin reset-password EMAIL). New accounts get the free credits at sign-up, once per address, though nobody has checked that the address is theirs.',
    );
  }
  if (config.production && config.dataKeys.length === 0) {
    warnings.push(
      'DATA_KEYS is not set: stored secrets are sealed with a key made from SESSION_SECRET, which therefore cannot change. Set DATA_KEYS=2026:$(openssl rand -hex 32), start with it, and run ./run rotate-keys.',
    );
  }
  if (config.production && config.isAgentDisclosureOptional) {
    warnings.push(
      'AGENT_DISCLOSURE=optional: agents with `disclosure: "none"` do not say that they are machines. You have taken the responsibility that callers are told in another way, as the law may ask.',
    );
  }
  return warnings;
}

function curlLine(publicUrl: string, key: string): string {
  const body = { text: 'Hello! I am the human voice of this machine.', voice_id: 'af_heart' };
  return `${post(`${publicUrl}/api/v1/tts`, key, body)} -o hello.wav`;
}

function videoLine(publicUrl: string, key: string): string {
  return post(`${publicUrl}/api/v1/avatar`, key, { text: 'Hello! I am the human face of this machine.' });
}

function post(url: string, key: string, body: object): string {
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`;
  return `curl -fsS ${url} ${headers} -d '${JSON.stringify(body)}'`;
}
