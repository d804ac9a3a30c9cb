/** A node accepts requests. Only the node that was asked to open accounts has keys. */
export type NodeReady = { url: string; keys: string[] };

/** Statements that a node has sent to PostgreSQL since it started. */
export type StatementCount = { statements: number };

export type ObjectStore = { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string };
