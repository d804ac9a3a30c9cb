{{/* One variable from a secret. `at`: { name, key }, else the secret of the installation. */}}
{{- define "vox.secret" -}}
{{- $at := .at | default (get .root.Values.secrets.elsewhere .name) | default dict -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ $at.name | default .root.Values.secrets.existingSecret }}
      key: {{ $at.key | default .name }}
{{- end -}}

{{- define "vox.plain" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "vox.objectStore" -}}
{{- with .Values.objectStore }}
- name: S3_BUCKET
  value: {{ .bucket | quote }}
{{- if .endpoint }}
- name: S3_ENDPOINT
  value: {{ .endpoint | quote }}
{{- end }}
{{- if .region }}
- name: S3_REGION
  value: {{ .region | quote }}
{{- end }}
{{- end }}
{{- if .Values.objectStore.keys }}
{{ include "vox.secret" (dict "root" . "name" "AWS_ACCESS_KEY_ID") }}
{{ include "vox.secret" (dict "root" . "name" "AWS_SECRET_ACCESS_KEY") }}
{{- end }}
{{- end -}}

{{- define "vox.apiEnvironment" -}}
- name: NODE_ENV
  value: production
- name: PUBLIC_URL
  value: {{ include "vox.publicUrl" . | quote }}
- name: TRUST_PROXY
  value: {{ .Values.trustProxy | quote }}
- name: DRAIN_SECONDS
  value: {{ .Values.api.drainSeconds | quote }}
- name: JOB_CONCURRENCY
  value: {{ .Values.api.jobConcurrency | quote }}
- name: SPEECH_PROCESSES
  value: {{ .Values.api.speechProcesses | quote }}
{{- range list "DATABASE_URL" "SESSION_SECRET" "DATA_KEYS" "WORKER_SECRET" "METRICS_TOKEN" }}
{{ include "vox.secret" (dict "root" $ "name" .) }}
{{- end }}
{{- include "vox.objectStore" . }}
{{- range .Values.secrets.more }}
{{ include "vox.secret" (dict "root" $ "name" .) }}
{{- end }}
{{- include "vox.plain" .Values.settings }}
{{- end -}}

{{- define "vox.workerEnvironment" -}}
- name: VOX_SERVER
  value: {{ printf "http://%s-api:%v" (include "vox.name" .root) .root.Values.service.port | quote }}
{{ include "vox.secret" (dict "root" .root "name" "WORKER_SECRET" "at" .pool.workerSecret) }}
{{- range $name, $at := .pool.secretSettings }}
{{ include "vox.secret" (dict "root" $.root "name" $name "at" $at) }}
{{- end }}
{{- include "vox.plain" .pool.settings }}
{{- end -}}
