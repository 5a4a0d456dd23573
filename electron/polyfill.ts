/**
 * Globals that libraries expect and the oldest supported runtime (Node 18.15 in Electron 25) does
 * not have. Entry points import this module first, because some libraries look for `crypto` while
 * they load.
 */
import { File as NodeFile } from 'node:buffer'
import { webcrypto } from 'node:crypto'

const fallbacks: Readonly<Record<string, unknown>> = { crypto: webcrypto, File: NodeFile }

for (const [name, value] of Object.entries(fallbacks)) {
  if (!(name in globalThis)) {
    Object.defineProperty(globalThis, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: false,
    })
  }
}
