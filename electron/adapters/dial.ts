/**
 * Where a connection to a name really goes, and which authority vouches for it (PEM) where that is
 * not the usual one. Names, signed
 * hosts and the name in the certificate stay; only tests that let a local exchange stand in for a
 * published host give another address.
 */
export type Dial = (
  host: string,
  port: number,
) => { readonly host: string; readonly port: number; readonly authority?: string }

export const direct: Dial = (host, port) => ({ host, port })

/** The only authority to trust for a connection; nothing where it is the operating system's. */
export const authorityOf = (
  to: ReturnType<Dial>,
  pinned: string | null,
): { readonly ca?: string } => {
  const ca = to.authority ?? pinned
  return ca === null ? {} : { ca }
}
