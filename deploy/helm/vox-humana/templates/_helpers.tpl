{{- define "vox.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 32 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 32 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* Never changes in an upgrade: Deployments cannot take another selector. */}}
{{- define "vox.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "vox.labels" -}}
{{ include "vox.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* `image`: that of a pool. */}}
{{- define "vox.image" -}}
{{- $image := .image | default .root.Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "vox.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "vox.name" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end -}}

{{/* What is running is finished for up to 30 seconds after drainSeconds; the rest is for what closes then. */}}
{{- define "vox.apiGraceSeconds" -}}
{{ add .Values.api.drainSeconds 45 }}
{{- end -}}

{{- define "vox.publicUrl" -}}
{{ required "Set publicUrl to the URL that customers use, with https://" .Values.publicUrl }}
{{- end -}}
