import { Agent, request as send } from 'node:https'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/**
 * Returns a fetch that trusts only the exchange's certificate authority and does not follow
 * redirects.
 */
export function pinnedFetch(ca: string): Fetch {
  const agent = new Agent({ ca, keepAlive: false })
  return async (url, init = {}) => {
    const request = new Request(url, init)
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
    const target = new URL(request.url)
    return new Promise((resolve, reject) => {
      const outgoing = send(
        {
          agent,
          host: target.hostname,
          port: target.port,
          path: target.pathname + target.search,
          method: request.method,
          signal: init.signal ?? undefined,
          headers: {
            ...Object.fromEntries(request.headers),
            ...(body === null ? {} : { 'content-length': String(body.length) }),
          },
        },
        (incoming) => {
          const headers = new Headers()
          for (const [name, value] of Object.entries(incoming.headers)) {
            for (const item of [value ?? []].flat()) headers.append(name, item)
          }
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => {
            const status = incoming.statusCode ?? 0
            resolve(
              new Response(status === 204 || status === 202 ? null : Buffer.concat(chunks), {
                status,
                headers,
              }),
            )
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body ?? undefined)
    })
  }
}

export const REDIRECT = 'http://127.0.0.1:49777/callback'

/** The entries of the person on the two pages. */
export interface Person {
  /** Absent: the value that the simulated broker has already filled in. */
  readonly user?: string
  readonly password?: string
  /** The account ids to select, and the scopes. Absent scopes: the preselected ones and trading. */
  readonly accounts: readonly string[]
  readonly scopes?: readonly string[]
}

const fieldOf = (html: string, name: string): string =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? ''

/**
 * Completes both pages as a browser does: opens the address, sends both forms, and returns the
 * address of the final redirect.
 */
export async function browse(address: URL, fetch: Fetch, person: Person): Promise<URL> {
  const first = await fetch(address)
  if (first.status === 302) return new URL(first.headers.get('location') ?? '')
  const html = await first.text()
  if (first.status !== 200) throw new Error(html)
  const post = (
    page: string,
    from: Response,
    fields: readonly (readonly [string, string])[],
  ): Promise<Response> =>
    fetch(new URL('/oauth2/ai-mcp/decision', address), {
      method: 'POST',
      body: new URLSearchParams([
        ['page', page],
        ...fields.map(([name, value]): [string, string] => [name, value]),
      ]).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: (from.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
        origin: address.origin,
      },
    })
  const second = await post(fieldOf(html, 'page'), first, [
    ['decision', 'sign-in'],
    ['user', person.user ?? fieldOf(html, 'user')],
    ['password', person.password ?? fieldOf(html, 'password')],
  ])
  const consent = await second.text()
  if (second.status !== 200) throw new Error(consent)
  const offered = [...consent.matchAll(/name="scope" value="([^"]*)"/g)].map(
    (match) => match[1] ?? '',
  )
  const scopes = person.scopes ?? offered
  const last = await post(fieldOf(consent, 'page'), second, [
    ['decision', 'approve'],
    ...person.accounts.map((id) => ['account', id] as const),
    ...scopes.map((scope) => ['scope', scope] as const),
  ])
  if (last.status !== 302) throw new Error(await last.text())
  return new URL(last.headers.get('location') ?? '')
}

/** An MCP client that registers, is authorized by a person, and calls tools. */
export interface Assistant {
  readonly client: Client
  readonly address: () => URL | null
  tokens():
    | { readonly access_token: string; readonly refresh_token?: string | undefined }
    | undefined
  clientId(): string
  tool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly failed: boolean; readonly value: Record<string, unknown> }>
  close(): Promise<void>
}

export async function connectAssistant(
  ready: Pick<PracticeReady, 'ca'> & { readonly hosts: Pick<PracticeReady['hosts'], 'api'> },
  person: Person,
  options: {
    readonly name?: string
    readonly scope?: string
    readonly modern?: boolean
    readonly url?: string
  } = {},
): Promise<Assistant> {
  const fetch = pinnedFetch(ready.ca)
  const saved: {
    discovery?: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>
    information?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
    tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
    verifier: string
    address: URL | null
  } = { verifier: '', address: null }
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: options.name ?? 'Test assistant',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...(options.scope === undefined ? {} : { scope: options.scope }),
    },
    clientInformation: () => saved.information,
    saveClientInformation: (information) => void (saved.information = information),
    tokens: () => saved.tokens,
    saveTokens: (tokens) => void (saved.tokens = tokens),
    redirectToAuthorization: (address) => void (saved.address = address),
    saveCodeVerifier: (verifier) => void (saved.verifier = verifier),
    codeVerifier: () => saved.verifier,
    saveDiscoveryState: (state) => void (saved.discovery = state),
    discoveryState: () => saved.discovery,
  }
  const url = new URL(options.url ?? `${ready.hosts.api}/mcp`)
  const make = () =>
    new Client(
      { name: 'contract-test', version: '1.0.0' },
      options.modern === true ? { versionNegotiation: { mode: 'auto' } } : {},
    )
  let transport = new StreamableHTTPClientTransport(url, { authProvider: provider, fetch })
  let client = make()
  try {
    await client.connect(transport)
    throw new Error('nobody was asked')
  } catch (error) {
    if (!(error instanceof UnauthorizedError) || saved.address === null) throw error
  }
  const back = await browse(saved.address, fetch, person)
  await transport.finishAuth(back.searchParams)
  await client.close()
  transport = new StreamableHTTPClientTransport(url, { authProvider: provider, fetch })
  client = make()
  await client.connect(transport)
  return {
    client,
    address: () => saved.address,
    tokens: () => saved.tokens,
    clientId: () => saved.information?.client_id ?? '',
    async tool(name, args = {}) {
      const result = await client.callTool({ name, arguments: { ...args } })
      const [content] = result.content as { text?: string }[]
      let value: Record<string, unknown>
      try {
        value = JSON.parse(content?.text ?? '{}') as Record<string, unknown>
      } catch {
        value = { message: content?.text }
      }
      return { failed: result.isError === true, value }
    },
    close: () => client.close(),
  }
}
