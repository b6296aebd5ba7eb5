{{- define "tenant-ops.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "tenant-ops.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tenant-ops.labels" -}}
{{ include "tenant-ops.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "tenant-ops.image" -}}
{{- $repository := required "image.repository: set it to the registry that has the image" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* The settings of a process; `role` is api or worker. Values are in the pod, so that a change restarts it. */}}
{{- define "tenant-ops.env" -}}
{{- $root := .root -}}
- name: ROLES
  value: {{ .role }}
- name: METRICS
  value: port:9100
{{- range $name, $value := $root.Values.settings }}
{{- if and (eq $name "PUBLIC_URL") (not $value) }}{{ fail "settings.PUBLIC_URL: set it to the address that customers use" }}{{ end }}
{{- if $value }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- range $name, $source := $root.Values.secrets }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $source.name }}
      key: {{ $source.key }}
{{- end }}
{{- with $root.Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "tenant-ops.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "tenant-ops.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop:
      - ALL
{{- end -}}

{{/* Nothing is kept in a pod: records are in the database, files in the bucket. */}}
{{- define "tenant-ops.mounts" -}}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /data
{{- end -}}

{{- define "tenant-ops.volumes" -}}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 1Gi
  - name: data
    emptyDir:
      sizeLimit: 1Gi
{{- end -}}

{{/* The deployment of one role. */}}
{{- define "tenant-ops.deployment" -}}
{{- $root := .root -}}
{{- $values := index $root.Values .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "tenant-ops.name" $root }}-{{ .role }}
  labels:
    {{- include "tenant-ops.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels:
      {{- include "tenant-ops.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "tenant-ops.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      {{- with $root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "tenant-ops.podSecurity" $root | nindent 6 }}
      terminationGracePeriodSeconds: {{ $values.terminationGracePeriodSeconds }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "tenant-ops.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ .role }}
      containers:
        - name: tenant-ops
          image: {{ include "tenant-ops.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          {{- include "tenant-ops.containerSecurity" $root | nindent 10 }}
          env:
            {{- include "tenant-ops.env" . | nindent 12 }}
          ports:
            - name: http
              containerPort: 8080
            - name: metrics
              containerPort: 9100
          startupProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 150
          livenessProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet:
              path: /readyz
              port: http
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 2
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          {{- include "tenant-ops.mounts" $root | nindent 10 }}
      {{- include "tenant-ops.volumes" $root | nindent 6 }}
{{- end -}}
