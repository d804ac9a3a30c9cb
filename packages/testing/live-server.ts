import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';

const GREETING = {
  type: 'conversation',
  conversation_id: 'conv_1',
  agent_id: 'agent_1',
  resumed: false,
  turns: 0,
  input: 'pcm_16000',
  output: 'pcm_24000',
};

export type Visit = {
  socket: ServerSocket;
  request: IncomingMessage;
  received: unknown[];
  say(event: object): void;
  sound(...bytes: number[]): void;
};

export type LiveServer = {
  url: string;
  /** Answers in place of the upgrade. */
  refuse: number | null;
  /** The code of that answer. */
  refusal: string;
  /** A GET of the agent or of a conversation is answered with this. */
  agent: object;
  visits: Visit[];
  greet(visit: Visit): void;
  /** The server calls this with each message, after it is in `received`. */
  onMessage(visit: Visit, message: unknown): void;
  close(): Promise<void>;
};

/** A service whose agents greet, and then do as the test says. */
export async function openLiveServer(): Promise<LiveServer> {
  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'vox-humana' });
  const server: LiveServer = {
    url: '',
    refuse: null,
    refusal: 'refused',
    agent: {},
    visits: [],
    greet: (visit) => visit.say({ ...GREETING, resumed: server.visits.length > 1 }),
    onMessage: () => undefined,
    async close() {
      for (const { socket } of server.visits) socket.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  http.on('request', ({ url }, response) => {
    const isAgent = !url?.includes('/live');
    const code = server.refuse ? server.refusal : 'socket_required';
    const [status, body] = isAgent
      ? [200, server.agent]
      : [server.refuse ?? 400, { error: 'No.', code, request_id: 'r1' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  http.on('upgrade', (request, connection, head) => {
    if (server.refuse) return connection.end(`HTTP/1.1 ${server.refuse} No\r\n\r\n`);
    sockets.handleUpgrade(request, connection, head, (socket) => welcome(server, socket, request));
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return server;
}

function welcome(server: LiveServer, socket: ServerSocket, request: IncomingMessage): void {
  const visit: Visit = {
    socket,
    request,
    received: [],
    say: (event) => socket.send(JSON.stringify(event)),
    sound: (...bytes) => socket.send(Buffer.from(bytes)),
  };
  socket.on('message', (data: Buffer, isBinary) => {
    const message = isBinary ? [...data] : JSON.parse(data.toString());
    visit.received.push(message);
    server.onMessage(visit, message);
  });
  server.visits.push(visit);
  server.greet(visit);
}
