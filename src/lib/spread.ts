/** A process works with one database; how its rows lie is found out when it is opened. */
let are_spread = false;

/** Whether the rows of accounts are spread over several servers. */
export function areRowsSpread(): boolean {
  return are_spread;
}

export function noteSpread(is_so: boolean): void {
  are_spread = is_so;
}
