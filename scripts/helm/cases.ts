const publicUrl = 'https://voice.example.com';
const repository = 'registry.example.com/vox-humana';
const digest = `sha256:${'0a'.repeat(32)}`;
const database = [{ ipBlock: { cidr: '10.1.2.3/32' } }];

/** Sets of values that are installed here, from the least to everything at once. */
export const CASES: Record<string, Record<string, unknown>> = {
  'the least': { publicUrl },
  'everything on': {
    publicUrl,
    image: { repository, digest, pullSecrets: ['registry'] },
    trustProxy: '10.0.0.0/8',
    secrets: {
      elsewhere: {
        DATABASE_URL: { name: 'vox-postgresql-app', key: 'uri' },
        METRICS_TOKEN: { name: 'metrics', key: 'token' },
      },
      more: ['SMTP_URL', 'LLM_API_KEY'],
    },
    settings: { MAIL_FROM: 'voice@example.com', LLM_BASE_URL: 'http://llm:8000/v1', LLM_MODEL: 'small' },
    objectStore: { endpoint: 'https://s3.example.com', region: 'eu', createBucket: true },
    api: {
      drainSeconds: 600,
      autoscaling: { enabled: true },
      podAnnotations: { note: 'yes' },
      nodeSelector: { pool: 'api' },
      tolerations: [{ key: 'voice', operator: 'Exists' }],
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'kubernetes.io/hostname', labelSelector: {} },
          ],
        },
      },
    },
    keda: {
      enabled: true,
      matchers: 'namespace="voice"',
      authentication: { name: 'prometheus', authModes: 'bearer' },
    },
    workers: [
      { name: 'media', capabilities: ['video', 'dub', 'translate:*-en'], scaling: { min: 2, max: 20 } },
      {
        name: 'lips',
        capabilities: ['lipsync:musetalk'],
        image: { repository: 'registry.example.com/lips', tag: '3' },
        command: ['python', '-m', 'worker'],
        workerSecret: { name: 'lips', key: 'secret' },
        secretSettings: { HF_TOKEN: { name: 'lips', key: 'hub' } },
        settings: { WATERMARK: 'on' },
        gpu: { resource: 'nvidia.com/gpu', count: 1 },
        runtimeClassName: 'nvidia',
        rollingUpdate: { maxSurge: 0, maxUnavailable: 1 },
        podDisruptionBudget: { enabled: false },
        terminationGracePeriodSeconds: 120,
        nodeSelector: { 'nvidia.com/gpu.present': 'true' },
        tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }],
        egress: [{ to: database }],
        podAnnotations: { note: 'yes' },
      },
    ],
    ingress: { className: 'nginx', hosts: ['voice.example.com', 'api.example.com'], tlsSecret: 'voice-tls' },
    service: { annotations: { note: 'yes' } },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    networkPolicy: {
      postgresql: { to: database, port: 5433 },
      objectStore: { to: database, port: 9000 },
      outbound: { exceptIPv4: ['8.8.8.0/24'], exceptIPv6: ['2a00::/32'] },
      egress: [{ ports: [{ protocol: 'TCP', port: 587 }], to: database }],
    },
    serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/vox' } },
    security: {
      seccompProfile: { type: 'Localhost', localhostProfile: 'vox-humana.json' },
      appArmorProfile: { type: 'Unconfined' },
    },
  },
  'everything off': {
    publicUrl,
    migration: { enabled: false },
    objectStore: { keys: false },
    workers: [],
    api: { jobConcurrency: 1, drainSeconds: 0, podDisruptionBudget: { enabled: false } },
    ingress: { enabled: false },
    networkPolicy: { enabled: false },
    serviceAccount: { create: false, name: 'of-ours' },
  },
};

/** Values that fit the schema, and that the templates have to refuse. */
export const REFUSED_LATER: Record<string, { values: object; message: RegExp }> = {
  'two pools of one name': {
    values: { publicUrl, workers: [1, 2].map(() => ({ name: 'a', capabilities: ['video'] })) },
    message: /Two pools of workers are called a/,
  },
  'no URL': { values: {}, message: /Set publicUrl/ },
};

/** Values that values.schema.json has to refuse, each with what is wrong. */
export const REFUSED: Record<string, object> = {
  'a secret among the settings': { settings: { LLM_API_KEY: 'sk-1' } },
  'a database among the settings': { settings: { DATABASE_URL: 'postgres://vox:secret@db/vox' } },
  'a setting that the chart sets': { settings: { DRAIN_SECONDS: '1' } },
  'a number where Kubernetes needs text': { settings: { CLONE_ROUNDS: 6 } },
  'a URL without https': { publicUrl: 'http://voice.example.com' },
  'a pool that scales to nothing': {
    workers: [{ name: 'a', capabilities: ['video'], scaling: { min: 0, max: 1 } }],
  },
  'a pool without capabilities': { workers: [{ name: 'a', capabilities: [] }] },
  'a pool that is killed before its lease ends': { workerDefaults: { terminationGracePeriodSeconds: 30 } },
  'a name that is misspelt': { api: { replica: 3 } },
  'a password as a secret': { secrets: { elsewhere: { DATABASE_URL: 'postgres://vox:secret@db/vox' } } },
  'a secret that is there already': { secrets: { more: ['DATABASE_URL'] } },
  'a bucket that is created without keys': { objectStore: { keys: false, createBucket: true } },
  'all proxies': { trustProxy: 'true' },
  'a local profile without its file': { security: { seccompProfile: { type: 'Localhost' } } },
};
