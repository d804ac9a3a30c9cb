{{/* Of every pod: it writes to /data and /tmp only, has no rights, and no token of the cluster. */}}
{{- define "vox.podSecurity" -}}
automountServiceAccountToken: false
# Variables such as VOX_PORT of other services are no settings of this program.
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: {{ toJson .Values.security.seccompProfile }}
  {{- with .Values.security.appArmorProfile }}
  appArmorProfile: {{ toJson . }}
  {{- end }}
{{- end -}}

{{- define "vox.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end -}}

{{/* /data keeps nothing of worth while the database, the objects and the keys are elsewhere. */}}
{{- define "vox.volumes" -}}
volumes:
  - name: data
    emptyDir: { sizeLimit: {{ . }} }
  - name: tmp
    emptyDir: { sizeLimit: {{ . }} }
{{- end -}}

{{- define "vox.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- with .affinity }}
affinity: {{ toJson . }}
{{- end }}
{{- end -}}

{{/* Pods of one kind on several machines, where there are several. */}}
{{- define "vox.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "vox.selector" . | nindent 8 }}
{{- end -}}
