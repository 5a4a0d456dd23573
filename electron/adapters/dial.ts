/**
 * Where a connection to a name really goes. Names, signed hosts and certificates stay those of the name; only tests that let a
 * local exchange stand in for a published host give another address.
 */
export type Dial = (host: string, port: number) => { readonly host: string; readonly port: number }

export const direct: Dial = (host, port) => ({ host, port })
