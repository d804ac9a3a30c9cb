export { type McpDeps, mcpRoutes } from './routes.ts';
