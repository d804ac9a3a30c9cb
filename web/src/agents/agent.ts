import type { Json, Output } from '@vox-humana/client';

export type Agent = Output<'GET /api/v1/agents/{id}'>;
export type AgentSettings = Json<'POST /api/v1/agents'>;
export type AgentFlow = NonNullable<AgentSettings['flow']>;
export type AgentTool = NonNullable<AgentSettings['tools']>[number];
