/** Stops the start: its message is shown to the operator as it is, without a stack. */
export class StartupFault extends Error {
  override name = 'StartupFault';
}
