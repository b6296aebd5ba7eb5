export const STAMP: string;
export function isDashboardBuilt(root: string): boolean;
export function hashSources(root: string): string;
export function listDashboardSources(root: string): string[];
