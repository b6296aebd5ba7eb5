/**
 * Serves each metric under its former name as well, for one release, so that existing alerts and graphs keep working
 * until operators change them. The copies are made from the exposition text; the registry contains only the new names.
 */
const PREFIX = 'tenant_ops_';

/** Former names that are not simply the name without the prefix; undefined for metrics that never had one. */
const FORMER_NAMES: Readonly<Record<string, string | undefined>> = {
  tenant_ops_build_info: undefined,
  tenant_ops_request_log_dropped_total: 'request_log_dropped',
};

/** Appends a copy of each metric under its former name. */
export function withFormerNames(exposition: string): string {
  const copies = exposition.split(/^(?=# HELP )/m).flatMap(copyWithFormerName);
  return [exposition.replace(/\n*$/, '\n'), ...copies].join('');
}

function copyWithFormerName(block: string): string[] {
  const [, name = ''] = /^# HELP (\S+)/.exec(block) ?? [];
  const former = formerNameOf(name);
  if (former === undefined) return [];
  return [
    block.replaceAll(new RegExp(`^(# (?:HELP|TYPE) )?${name}`, 'gm'), `$1${former}`).replace(/\n*$/, '\n'),
  ];
}

function formerNameOf(name: string): string | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  return name in FORMER_NAMES ? FORMER_NAMES[name] : name.slice(PREFIX.length);
}
