export type { Channel, Message } from './channel.ts';
export { keyFromProtocols } from './protocols.ts';
export {
  installSockets,
  isWebSocketUpgrade,
  type SocketHandler,
  type SocketRoute,
  socketRoute,
} from './socket-routes.ts';
