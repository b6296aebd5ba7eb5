import { useState } from 'react';
import { SIGNATURE_CHECK_KEY } from '../../api/userStorage.ts';
import type { SignatureCheckInput } from './signature.ts';

const UNCHECKED: SignatureCheckInput = { secret: '', timestamp: '', signature: '', body: '' };

/**
 * Returns the input of the signature checker. It survives a reload of the same browser tab, except the secret, which is
 * never stored.
 */
export function useSignatureCheckInput(
  endpoint_id: string,
): [SignatureCheckInput, (check: SignatureCheckInput) => void] {
  const [check, setCheck] = useState(() => readCheck(endpoint_id));
  const change = (next: SignatureCheckInput) => {
    setCheck(next);
    keepCheck(endpoint_id, next);
  };
  return [check, change];
}

function readCheck(endpoint_id: string): SignatureCheckInput {
  try {
    const { of, ...kept } = Object(JSON.parse(sessionStorage.getItem(SIGNATURE_CHECK_KEY) ?? '{}'));
    if (of !== endpoint_id) return UNCHECKED;
    const { timestamp, signature, body } = kept;
    return { secret: '', timestamp: String(timestamp), signature: String(signature), body: String(body) };
  } catch {
    return UNCHECKED;
  }
}

function keepCheck(of: string, { timestamp, signature, body }: SignatureCheckInput): void {
  try {
    sessionStorage.setItem(SIGNATURE_CHECK_KEY, JSON.stringify({ of, timestamp, signature, body }));
  } catch {
    // Full or disabled storage is ignored.
  }
}
