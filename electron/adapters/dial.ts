/**
 * Returns the address to connect to for a name, and the authority to trust (PEM) where it is not
 * the usual one. Host names, signed hosts and certificate names are unchanged. Only tests that
 * substitute a local exchange for a published host return another address.
 */
export type Dial = (
  host: string,
  port: number,
) => { readonly host: string; readonly port: number; readonly authority?: string }

export const direct: Dial = (host, port) => ({ host, port })

/** Returns the only authority to trust for a connection; nothing for the operating system's. */
export const authorityOf = (
  to: ReturnType<Dial>,
  pinned: string | null,
): { readonly ca?: string } => {
  const ca = to.authority ?? pinned
  return ca === null ? {} : { ca }
}
