/** A metric and the labels that a query uses. */
type Asked = { metric: string; labels: string[] };

const AGGREGATES = /\b(?:by|without|ignoring|on|group_left|group_right)\s*\(([^)]*)\)/g;
const SELECTOR = /([a-zA-Z_:][\w:]*)\s*\{([^}]*)\}/g;
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** Reads the metrics of a PromQL query; the labels of an aggregation apply to all of its metrics together. */
function readQuery(query: string): { asked: Asked[]; grouped: string[] } {
  const bare = query.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const grouped = [...bare.matchAll(AGGREGATES)].flatMap(([, labels = '']) => listWords(labels));
  const rest = bare.replaceAll(AGGREGATES, ' ').replaceAll(/\[[^\]]*\]/g, ' ');
  const selected = [...rest.matchAll(SELECTOR)].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
  const plain = [...rest.replaceAll(SELECTOR, ' ').matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\b(?!\s*\()/g)]
    .map(([, metric = '']) => metric)
    .filter((metric) => !WORDS.has(metric))
    .map((metric) => ({ metric, labels: [] }));
  return { asked: [...selected, ...plain], grouped };
}

function listWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** The metrics of a /metrics page, each with its labels. */
export type ServedMetrics = ReadonlyMap<string, ReadonlySet<string>>;

export function readSamples(text: string): ServedMetrics {
  const samples = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/gm)) {
    const known = samples.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(?:^|,)(\w+)="/g)) known.add(label);
    samples.set(name, known);
  }
  return samples;
}

/** Metrics that Prometheus itself creates, and the labels it adds to every metric. */
const OWN: ServedMetrics = new Map([
  ['up', new Set<string>()],
  ['ALERTS', new Set(['alertname', 'alertstate', 'severity', 'service'])],
]);
const EVERYWHERE = ['job', 'instance'];

/** Lists the metrics and labels of a query that the service does not serve. */
export function listUnknownMetrics(query: string, served: ServedMetrics): string[] {
  const { asked, grouped } = readQuery(query);
  const labelsOf = (metric: string) => served.get(metric) ?? OWN.get(metric);
  const has = (metric: string, label: string) =>
    EVERYWHERE.includes(label) || labelsOf(metric)?.has(label) === true;
  return [
    ...asked.filter(({ metric }) => !labelsOf(metric)).map(({ metric }) => metric),
    ...asked.flatMap(({ metric, labels }) =>
      labels.filter((label) => !has(metric, label)).map((label) => `${metric}{${label}}`),
    ),
    ...grouped
      .filter((label) => !asked.some(({ metric }) => has(metric, label)))
      .map((label) => `by (${label})`),
  ];
}
