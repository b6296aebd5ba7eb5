import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readYaml } from './yaml.ts';
import { ROOT } from './image.ts';

export type Alert = {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};

export function readText(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

export function readAlerts(text: string): Alert[] {
  const { groups } = readYaml(text) as { groups: { rules: Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

type Panel = {
  id: number;
  type: string;
  title: string;
  targets?: { refId: string; expr: string; legendFormat: string }[];
};

export type GrafanaDashboard = {
  panels: Panel[];
  templating: { list: { name: string; query: string | { query: string } }[] };
  annotations: { list: { expr: string }[] };
};

export function readGrafanaDashboard(text: string): GrafanaDashboard {
  return JSON.parse(text);
}

/** Lists all queries of a dashboard. A label in a legend must also exist, so it is added to the query. */
export function listQueries({ panels, templating, annotations }: GrafanaDashboard): string[] {
  const shown = panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr, legendFormat }) => `${expr} ${groupingOf(legendFormat)}`),
  );
  const variables = templating.list.flatMap(({ query }) => (typeof query === 'string' ? [] : [query.query]));
  return [
    ...shown,
    ...variables.map((query) => query.replace(/^label_values\((.*), (\w+)\)$/, '$1 by ($2)')),
    ...annotations.list.map(({ expr }) => expr),
  ].map((query) => query.replaceAll('$__rate_interval', '5m'));
}

function groupingOf(legend: string): string {
  const labels = [...legend.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label]) => label);
  return labels.length > 0 ? `by (${labels.join(', ')})` : '';
}
