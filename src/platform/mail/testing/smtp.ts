import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

type Received = { from: string; to: string[]; raw: string };

/** A real SMTP server on a free port. `refuse` so many messages before it accepts one. */
export async function openSmtpServer(options: { refuse?: number } = {}) {
  const received: Received[] = [];
  let refusals = options.refuse ?? 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        if (refusals-- > 0) return done(Object.assign(new Error('Try later'), { responseCode: 451 }));
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        received.push({ from: mailFrom ? mailFrom.address : '', to, raw: raw.replaceAll('=\r\n', '') });
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}
