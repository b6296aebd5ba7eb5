import { useState } from 'react';
import type { Check } from './signature.ts';

const STORED = 'signature-check';
const UNCHECKED: Check = { secret: '', timestamp: '', signature: '', body: '' };

/**
 * The input of the signature checker is kept while the endpoint is open, and after a reload of the same browser tab; the secret is stored nowhere.
 */
export function useSignatureCheckInput(endpoint_id: string): [Check, (check: Check) => void] {
  const [check, setCheck] = useState(() => readCheck(endpoint_id));
  const change = (next: Check) => {
    setCheck(next);
    keepCheck(endpoint_id, next);
  };
  return [check, change];
}

function readCheck(endpoint_id: string): Check {
  try {
    const { of, ...kept } = Object(JSON.parse(sessionStorage.getItem(STORED) ?? '{}'));
    if (of !== endpoint_id) return UNCHECKED;
    const { timestamp, signature, body } = kept;
    return { secret: '', timestamp: String(timestamp), signature: String(signature), body: String(body) };
  } catch {
    return UNCHECKED;
  }
}

function keepCheck(of: string, { timestamp, signature, body }: Check): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ of, timestamp, signature, body }));
  } catch {
    // A full or forbidden store keeps nothing, and the page goes on.
  }
}

/** The next user of this tab finds nothing. */
export function forgetCheck(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // There is none.
  }
}
