export type Machine = { platform: string; arch: string; is_musl: boolean; node: string };
export function describeMachine(): Machine;
export function explainUnsupportedMachine(
  machine: Machine,
  needs: { needs_database: boolean; database_url: string | undefined },
): string | undefined;
