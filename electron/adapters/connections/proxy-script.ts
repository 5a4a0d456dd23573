import { readFile } from 'node:fs/promises'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { fileURLToPath } from 'node:url'
import { secureContextOf } from '../dial.js'

/** Loads the text of a proxy script (PAC) by its address; null where it cannot be read. */
export interface ScriptSource {
  load(address: string): Promise<string | null>
  /** Forgets what was loaded, because the network changed. */
  forget(): void
}

const MAX_SCRIPT_BYTES = 1 << 20
const LOAD_LIMIT_MS = 3_000
const MAX_REDIRECTS = 3
/** A script is loaded again after this time; one that failed, sooner. */
const FRESH_MS = { loaded: 10 * 60_000, failed: 15_000 } as const

interface LoadedScript {
  readonly text: Promise<string | null>
  freshUntil: number
}

/**
 * Loads scripts directly, never through the proxy that they name, from `http:`, `https:` and
 * `file:`. What is loaded is only ever evaluated apart from this process.
 */
export function createScriptSource(monotonicMs: () => number): ScriptSource {
  const scripts = new Map<string, LoadedScript>()
  return {
    load(address) {
      const known = scripts.get(address)
      if (known !== undefined && monotonicMs() < known.freshUntil) return known.text
      const text = readScript(address)
      const loaded: LoadedScript = { text, freshUntil: monotonicMs() + FRESH_MS.loaded }
      scripts.set(address, loaded)
      void text.then((read) => {
        if (read === null) loaded.freshUntil = monotonicMs() + FRESH_MS.failed
      })
      return text
    },
    forget: () => scripts.clear(),
  }
}

async function readScript(address: string): Promise<string | null> {
  try {
    const url = new URL(address)
    if (url.protocol !== 'file:') return await request(url, MAX_REDIRECTS)
    const bytes = await readFile(fileURLToPath(url))
    return bytes.length > MAX_SCRIPT_BYTES ? null : bytes.toString('utf8')
  } catch {
    // The caller says that the script cannot be read, whatever the reason.
    return null
  }
}

async function request(url: URL, redirects: number): Promise<string | null> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const response = await respond(url)
  if (response === null) return null
  const { statusCode = 0, headers } = response
  const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
  if (isRedirect && redirects > 0) {
    response.destroy()
    return request(new URL(headers.location ?? '', url), redirects - 1)
  }
  if (statusCode !== 200) {
    response.destroy()
    return null
  }
  return collect(response)
}

function respond(url: URL): Promise<IncomingMessage | null> {
  return new Promise((resolve) => {
    const options = { agent: false, signal: AbortSignal.timeout(LOAD_LIMIT_MS) } as const
    const outgoing =
      url.protocol === 'https:'
        ? httpsGet(url, {
            ...options,
            rejectUnauthorized: true,
            ...{ secureContext: secureContextOf({ host: url.hostname, port: 443 }, null) },
          })
        : httpGet(url, options)
    outgoing.once('response', resolve)
    outgoing.once('error', () => resolve(null))
  })
}

async function collect(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_SCRIPT_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
