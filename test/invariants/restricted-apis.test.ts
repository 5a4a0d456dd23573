import { describe, expect, it } from 'vitest'
import { PRODUCT, sources } from './sources.js'

/** APIs with access to the outside, each limited to a few reviewed files. */
const RESTRICTED_APIS: Readonly<Record<string, { readonly use: RegExp; readonly files: number }>> =
  {
    'open another program (SEC-10)': {
      use: /\bshell\s*\.\s*open(External|Path)\b|\bopenExternal\s*\(/,
      // Allowed links; the files of the runtime's licenses.
      files: 2,
    },
    'reach the key store': { use: /\bsafeStorage\s*\.\s*\w+/, files: 1 },
    'spawn the practice exchange': { use: /\butilityProcess\s*\.\s*fork\b/, files: 1 },
    'create windows': { use: /\bnew\s+BrowserWindow\b/, files: 1 },
    'listen to pages': { use: /\bipcMain\s*\.\s*(handle|on)\b/, files: 1 },
    'expose functions to pages': { use: /\bcontextBridge\s*\.\s*exposeInMainWorld\b/, files: 1 },
    // The program itself, once more, after its end; the system's tar, for the archive of an update;
    // what prints the system's proxy script.
    'start other programs': { use: /['"](node:)?child_process['"]/, files: 3 },
    'turn web security off': {
      use: /webSecurity\s*:\s*false|nodeIntegration\w*\s*:\s*true|contextIsolation\s*:\s*false|sandbox\s*:\s*false|allowRunningInsecureContent\s*:\s*true|rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/,
      files: 0,
    },
  }

const product = sources(PRODUCT)

describe('restricted APIs', () => {
  it.each(Object.entries(RESTRICTED_APIS))(
    'limit the files that use: %s',
    (_name, { use, files }) => {
      const users = product
        .filter(({ text }) => use.test(withoutComments(text)))
        .map(({ path }) => path)
      expect(users.slice(files), users.join(', ')).toEqual([])
    },
  )
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
}
