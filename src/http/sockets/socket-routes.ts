import fastifyWebsocket from '@fastify/websocket';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify';
import type { WebSocket } from 'ws';
import { type DomainError, domainError } from '../../platform/errors.ts';
import { accessEnded } from '../access-end.ts';
import { statusOf } from '../errors.ts';
import { type Channel, openChannel } from './channel.ts';
import { chosenProtocol } from './protocols.ts';

export type SocketHandler<Admitted = void> = (
  channel: Channel,
  request: FastifyRequest,
  admitted: Admitted,
) => Promise<void>;
export type SocketRoute<Admitted = void> = {
  schema: FastifySchema;
  config: FastifyContextConfig;
  /** Runs before the connection is upgraded: what it throws is an ordinary HTTP error. */
  admit?(request: FastifyRequest, reply: FastifyReply): Promise<Admitted>;
  /** The last message to a client whose access has ended. The connection is closed with 4000 and the HTTP status. */
  farewell(error: DomainError): object;
};

declare module 'fastify' {
  interface FastifyInstance {
    openSockets: Map<Channel, { work: Promise<void>; socket: WebSocket }>;
  }
  interface FastifyContextConfig {
    /** The route is reached by a WebSocket. */
    socket?: boolean;
  }
}

/** A second of 24 kHz sound is 48 kB, or 64 as base64. */
const MAX_MESSAGE_BYTES = 1_500_000;
const CLOSE_WAIT_MS = 5_000;
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;
const REFUSED = 4000;

const NotASocket = domainError(
  'invalid',
  'not_a_socket',
  'This route is called by HTTP, not by a WebSocket.',
);

const SocketRequired = domainError(
  'invalid',
  'socket_required',
  'This route is reached by a WebSocket (wss://…).',
);

/** A client may offer another protocol with any request ("Upgrade: h2c"); it is then an ordinary request. */
export function isWebSocketUpgrade({ headers }: { headers: { upgrade?: string | undefined } }): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Must be installed before authentication, which reads `request.ws`. */
export async function installSockets(app: FastifyInstance): Promise<void> {
  const open: FastifyInstance['openSockets'] = new Map();
  app.decorate('openSockets', open);
  await app.register(fastifyWebsocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES, handleProtocols: chosenProtocol, perMessageDeflate: false },
    // A connection that broke, or a frame against the protocol: the connection has ended, which its channel tells.
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error }, 'socket');
      socket.terminate();
    },
    preClose(done) {
      this.websocketServer.close();
      void endAll(open).then(() => done());
    },
  });
  app.addHook('onRequest', async (request) => {
    if (request.ws && !request.is404 && !request.routeOptions.config.socket) throw new NotASocket();
  });
}

/** The handler ends when the connection does; what it throws ends the connection. */
export function socketRoute<Admitted = void>(
  app: FastifyInstance,
  url: string,
  { schema, config, admit, farewell }: SocketRoute<Admitted>,
  handler: SocketHandler<Admitted>,
): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  app.route({
    method: 'GET',
    url,
    schema,
    config: { ...config, socket: true, lasting: true },
    // A browser does not see why its socket was refused. The same request without an upgrade tells.
    preHandler: async (request, reply) => {
      if (admit) admitted.set(request, await admit(request, reply));
    },
    handler: async () => {
      throw new SocketRequired();
    },
    wsHandler: (socket, request) => {
      const channel = openChannel(socket);
      const ended = accessEnded(request);
      const sayGoodbye = (): void => {
        const error = ended.reason as DomainError;
        // The farewell is not awaited, because this client may not be reading.
        void channel.send(farewell(error));
        channel.close(REFUSED + statusOf(error), error.public);
      };
      if (ended.aborted) sayGoodbye();
      else ended.addEventListener('abort', sayGoodbye, { once: true });
      const work = handler(channel, request, admitted.get(request) as Admitted)
        .catch((error: unknown) => {
          request.log.error({ err: error }, 'socket');
          channel.close(INTERNAL_ERROR, 'Something went wrong on our side. Connect again.');
        })
        .finally(() => app.openSockets.delete(channel));
      app.openSockets.set(channel, { work, socket });
    },
  });
}

/** Lets the handlers end in order, as they hold charges. */
async function endAll(open: FastifyInstance['openSockets']): Promise<void> {
  for (const channel of open.keys()) channel.close(GOING_AWAY, 'The server is restarting. Connect again.');
  const all = Promise.allSettled([...open.values()].map(({ work }) => work));
  const timer = setTimeout(() => {
    for (const { socket } of open.values()) socket.terminate();
  }, CLOSE_WAIT_MS);
  await all;
  clearTimeout(timer);
}
