{{- define "vox.egressDns" -}}
{{- with .Values.networkPolicy.dns }}
- to: {{ toJson .to }}
  ports:
    - { protocol: UDP, port: {{ .port }} }
    - { protocol: TCP, port: {{ .port }} }
{{- end }}
{{- end -}}

{{- define "vox.egressToDatabase" -}}
{{- with .Values.networkPolicy.postgresql }}
- ports:
    - { protocol: TCP, port: {{ .port }} }
  {{- with .to }}
  to: {{ toJson . }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Customers' URLs often have the same port, so nothing private is opened that was not named. */}}
{{- define "vox.egressToObjects" -}}
- ports:
    - { protocol: TCP, port: {{ .Values.networkPolicy.objectStore.port }} }
  {{- if .Values.networkPolicy.objectStore.to }}
  to: {{ toJson .Values.networkPolicy.objectStore.to }}
  {{- else }}
  to:
    {{- include "vox.publicAddresses" . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* What src/platform/safe-fetch/judge-address.ts calls public. tests/source/helm.test.ts holds the two together. */}}
{{- define "vox.publicAddresses" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 168.63.129.16/32
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.31.196.0/24
      - 192.52.193.0/24
      - 192.88.99.0/24
      - 192.168.0.0/16
      - 192.175.48.0/24
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/4
      - 240.0.0.0/4
      {{- range .Values.networkPolicy.outbound.exceptIPv4 }}
      - {{ . }}
      {{- end }}
- ipBlock:
    cidr: 2000::/3
    except:
      - 2001::/23
      - 2001:db8::/32
      - 2002::/16
      - 2620:4f:8000::/48
      - 3fff::/20
      {{- range .Values.networkPolicy.outbound.exceptIPv6 }}
      - {{ . }}
      {{- end }}
{{- end -}}
