export type { Channel, Message } from './channel.ts';
export { keyFromProtocols } from './protocols.ts';
export {
  installSockets,
  isWebSocketUpgrade,
  type SocketHandler,
  socketRoute,
} from './socket-routes.ts';
