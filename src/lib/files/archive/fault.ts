import { StartupFault } from '../../process/startupFault.ts';
import type { Reason } from '../../text/reasons.ts';

/** Thrown if an archive cannot be written, with a reason that pages can translate. */
export class ArchiveFault extends StartupFault {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.text);
    this.reason = reason;
  }
}
