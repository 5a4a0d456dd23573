import type { ServerResponse } from 'node:http'
import { ROUTE_NOT_FOUND, type Refusal } from './refusal.js'

/** The successful answer of an operation. */
export type HttpAnswer =
  | { readonly kind: 'json'; readonly body: unknown }
  | { readonly kind: 'empty' }
  /** Server-Sent Events; the connection closes after the last one. */
  | { readonly kind: 'events'; readonly frames: readonly string[] }
  | { readonly kind: 'redirect'; readonly location: string; readonly cookies?: readonly string[] }
  | {
      readonly kind: 'page'
      readonly status: number
      readonly html: string
      readonly policy: string
      readonly cookies?: readonly string[]
    }

export const json = (body: unknown): HttpAnswer => ({ kind: 'json', body })
export const EMPTY: HttpAnswer = { kind: 'empty' }

/** Status, headers and body of an answer, ready to be written. */
export interface Rendered {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: string
}

const JSON_TYPE = 'application/json;charset=UTF-8'
const BACKEND = {
  server: 'WEBULL OPENAPI',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Renders a successful answer. */
export function render(answer: HttpAnswer): Rendered {
  switch (answer.kind) {
    case 'json':
      return {
        status: 200,
        headers: { ...BACKEND, 'content-type': JSON_TYPE },
        body: JSON.stringify(answer.body),
      }
    case 'events':
      return {
        status: 200,
        headers: {
          ...BACKEND,
          'content-type': 'text/event-stream;charset=UTF-8',
          connection: 'close',
        },
        body: answer.frames.join(''),
      }
    case 'empty':
      return { status: 200, headers: { ...BACKEND }, body: '' }
    case 'redirect':
      return {
        status: 302,
        headers: {
          ...BACKEND,
          location: answer.location,
          'referrer-policy': 'no-referrer',
          'set-cookie': [...(answer.cookies ?? [])],
        },
        body: '',
      }
    case 'page':
      return {
        status: answer.status,
        body: answer.html,
        headers: {
          ...BACKEND,
          'content-type': 'text/html;charset=UTF-8',
          'content-security-policy': answer.policy,
          'x-frame-options': 'DENY',
          'referrer-policy': 'same-origin',
          'set-cookie': [...(answer.cookies ?? [])],
        },
      }
  }
}

/**
 * Renders a refusal. Market data adds `status`; the gateway's 404 has its own body and server name
 * (LIMITS-2).
 */
export function renderRefusal(refusal: Refusal, family: string | null): Rendered {
  if (refusal === ROUTE_NOT_FOUND) {
    return {
      status: 404,
      headers: { server: 'APISIX', 'content-type': 'application/json' },
      body: JSON.stringify({ error_msg: refusal.message }),
    }
  }
  const body = {
    error_code: refusal.code,
    message: refusal.message,
    ...(family === 'market-data' ? { status: refusal.status } : {}),
  }
  const retry: Record<string, string> =
    refusal.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(refusal.retryAfterSeconds) }
  return {
    status: refusal.status,
    headers: { ...BACKEND, ...retry, 'content-type': JSON_TYPE },
    body: JSON.stringify(body),
  }
}

/**
 * Writes a rendered answer. `partial` cuts the body in the middle and drops the connection, as a
 * failing network does.
 */
export function write(
  response: ServerResponse,
  rendered: Rendered,
  requestId: string,
  partial = false,
): void {
  const bytes = Buffer.from(rendered.body, 'utf8')
  response.writeHead(rendered.status, {
    ...rendered.headers,
    'x-request-id': requestId,
    'content-length': bytes.length,
  })
  if (!partial) {
    response.end(bytes)
    return
  }
  response.write(bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2))), () =>
    response.socket?.destroy(),
  )
}
